// Where the focus is, and how it gets to an element.
(() => {
    const own = document.activeElement, wanted = document.querySelector(SELECTOR);
    const at = `${own?.localName} ${own?.id || own?.name || ""}${document.hasFocus() ? "" : " (no focus)"}`;
    const isBehind = wanted?.compareDocumentPosition(own ?? document) & Node.DOCUMENT_POSITION_FOLLOWING;
    return { at, to: own?.matches(SELECTOR) ? "here" : !wanted ? "gone" : isBehind ? "back" : "on" };
})()
