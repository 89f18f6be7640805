// Light or dark, and the search. Nothing is asked of the network.
(function () {
    "use strict";

    // Private windows have no storage, and lose nothing but the choice.
    function remembered(value) {
        try {
            if (value) localStorage.setItem("theme", value);
            return localStorage.getItem("theme");
        } catch (error) {
            return value || null;
        }
    }

    const root = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    root.dataset.theme = remembered() || root.dataset.theme;
    document.querySelector("button.theme").addEventListener("click", () => {
        const isDark = root.dataset.theme === "auto" ? dark.matches : root.dataset.theme === "dark";
        root.dataset.theme = remembered(isDark ? "light" : "dark") || (isDark ? "light" : "dark");
    });

    const input = document.querySelector(".search input");
    const results = document.querySelector(".results");
    const index = new URL(input.dataset.index, location.href);

    function load() {
        if (document.getElementById("search-index")) return;
        const script = document.createElement("script");
        script.id = "search-index";
        script.src = index.href;
        script.onload = show;
        document.head.append(script);
    }

    function score(entry, words) {
        const title = entry.title.toLowerCase();
        const text = entry.text.toLowerCase();
        let sum = 0;
        for (const word of words) {
            if (title.includes(word)) sum += 10;
            else if (text.includes(word)) sum += 1;
            else return 0;
        }
        return sum;
    }

    function excerpt(entry, word) {
        const place = Math.max(entry.text.toLowerCase().indexOf(word) - 30, 0);
        return (place > 0 ? "…" : "") + entry.text.slice(place, place + 110) + "…";
    }

    function item(entry, word) {
        const link = document.createElement("a");
        const small = document.createElement("small");
        link.href = new URL(entry.address, index).href;
        link.textContent = entry.title;
        small.textContent = excerpt(entry, word);
        link.append(small);
        const line = document.createElement("li");
        line.append(link);
        return line;
    }

    function show() {
        const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        const pages = window.almanacSearch || [];
        const found = words.length === 0 ? [] : pages
            .map((entry) => ({ entry, score: score(entry, words) }))
            .filter((match) => match.score > 0)
            .sort((one, other) => other.score - one.score)
            .slice(0, 12);
        results.replaceChildren(...found.map((match) => item(match.entry, words[0])));
        results.hidden = found.length === 0;
    }

    input.addEventListener("focus", load);
    input.addEventListener("input", () => { load(); show(); });
    document.addEventListener("keydown", (event) => {
        if (event.key === "Escape") results.hidden = true;
        if (event.key === "/" && document.activeElement === document.body) {
            event.preventDefault();
            input.focus();
        }
    });
})();
