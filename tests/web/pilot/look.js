// What somebody sees, of a page of the study, a table, or another site.
(() => {
    const all = (query) => [...document.querySelectorAll(query)], one = (query) => document.querySelector(query);
    const page = one("form#page"), ask = one("#ask form"), isTable = location.pathname.startsWith("/t/");
    const values = (query) => all(query).map((each) => each.value);
    const names = (query) => [...new Set(all(query).map((each) => each.name))];
    const radios = (name) => values(`form [type=radio][name="${name}"]`);
    const number = ask?.querySelector("input[type=number]"), elsewhere = one("#elsewhere");
    const field = (name) => {
        const { type, min, max } = one(`#page [name="${name}"]`);
        const words = all(`#page [name="${name}"]`).map((each) => each.closest("label")?.innerText.trim() ?? "");
        const none = one(`[name="none-${name.slice(2)}"]`) !== null;
        return { name, type, low: min, high: max, words, values: radios(name), none };
    };
    return {
        host: location.host, path: location.pathname, title: document.title, words: document.body?.innerText ?? "",
        at: page?.dataset.at.replace(/[.][0-9a-f]{8}(?=[.]|$)/, "") ?? "",  // without its visitor
        does: values("#page button[name=does]"), boxes: names("#page .boxes input"),
        asked: names("#page .asked [name^=q-]").map(field), code: one("code.code")?.textContent ?? "",
        is_welcome: !page && !isTable && one("main form button.main, main a.button.main") !== null,
        is_over: one("#over a.main, #closed:not([hidden]) a.main") !== null,
        is_marked: document.documentElement.hasAttribute("data-seen"),
        ask: ask && {
            id: ask.elements.id?.value ?? "", choices: radios("choice"), texts: radios("text"),
            box: ask.querySelector("textarea[name=text], input[type=text][name=text], input[type=number][name=text]")?.type ?? "",
            first: ask.querySelector("textarea[name=choice], input[type=number][name=choice]")?.type ?? "",
            low: number?.min ?? "", high: number?.max ?? "", sure: one("#question [name=sure]") !== null,
            once_more: /once more/.test(one("#question-note")?.textContent ?? ""),
        },
        elsewhere: Boolean(elsewhere && !elsewhere.hidden),
        out: all("main a").map((each) => each.href).filter((each) => !each.startsWith(location.origin)),
    };
})()
