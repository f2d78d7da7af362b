// Tells the driver when the browser says that each question was painted, and the stamps of keys, to find what an error is of.
note("opened", 0, 0);
new PerformanceObserver((list) => {
    for (const { element, renderTime } of list.getEntries()) {
        const asked = element?.closest("#question")?.querySelector("[name=id]").value;
        if (asked) note("painted", Number(asked), renderTime);
    }
}).observe({ type: "element", buffered: true });
let asked = "";
new MutationObserver(() => {
    const now = document.querySelector("#question [name=id]")?.value ?? asked;
    if (now === asked) return;
    asked = now;
    requestAnimationFrame(() => requestAnimationFrame((frame) => note("frame", Number(now), frame)));
}).observe(document, { childList: true, subtree: true });
addEventListener("keydown", ({ timeStamp }) => note("pressed", timeStamp, performance.now()), true);
