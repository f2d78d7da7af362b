(names) => {
    const radios = [...document.querySelectorAll("#question [name=choice][data-key]")];
    return (radios.find((each) => names.some((name) => each.value.startsWith(name))) ?? radios[0])?.dataset.key ?? "";
}
