// Notes when a click that answers came, and when the first frame was shown in which the question is closed.
addEventListener("click", ({ timeStamp, target }) => {
    if (!target.closest?.("#question button[type=submit]")) return;
    const changed = new MutationObserver(() => {
        if (document.querySelector("#question [name=id]")?.value === id) return;
        changed.disconnect();
        requestAnimationFrame(() => requestAnimationFrame((painted) => {
            const clicks = JSON.parse(sessionStorage.getItem("clicks") ?? "[]");
            clicks.push([timeStamp, painted].map((stamp) => performance.timeOrigin + stamp));
            sessionStorage.setItem("clicks", JSON.stringify(clicks));
        }));
    });
    const id = document.querySelector("#question [name=id]").value;
    changed.observe(document.querySelector("#ask"), { childList: true, subtree: true });
}, true);
