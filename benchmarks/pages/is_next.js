answered => {
    const asked = document.querySelector("#question [name=id]")?.value;
    return (asked !== undefined && asked !== answered)
        || document.querySelector("#over a.main") || !location.pathname.startsWith("/t/");
}
