(rights) => {
    for (const box of document.querySelectorAll("#page [type=checkbox]")) box.checked ||= !box.name.startsWith("none-");
    for (const asked of document.querySelectorAll("#page .asked")) {
        const [first, ...others] = asked.querySelectorAll("[type=radio], textarea, [type=number]");
        if (first.type !== "radio") first.value = first.min || "something";
        else (rights[first.name] === undefined ? first : [first, ...others][rights[first.name]]).checked = true;
    }
}
