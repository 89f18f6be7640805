/// The look of the status page, and the script that refreshes it.
enum StatusStyle {
    static let css: HTML = """
        :root { color-scheme: light dark; --line: light-dark(#dde3ea, #2c343d); --dim: light-dark(#5d6875, #93a1b0);
            --card: light-dark(#fff, #161b21); --good: light-dark(#18794e, #4cc38a); --bad: light-dark(#c62a2f, #ff6369);
            --wait: light-dark(#9a5b00, #f1a10d); }
        body { margin: 0; background: light-dark(#f4f6f8, #0e1216); font: 15px/1.5 system-ui, sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
        header { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; justify-content: space-between; }
        header p { margin: 0; }
        h1 { margin: 0; font-size: 1.6rem; } h2 { margin: 2rem 0 .5rem; font-size: 1rem; } header p, p { color: var(--dim); }
        .numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; padding: 0; }
        .numbers li, pre, table { list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
        .numbers li { padding: .75rem 1rem; color: var(--dim); } .numbers b { display: block; font-size: 1.6rem; color: CanvasText; }
        .bad, .numbers .bad b, .dead { color: var(--bad); } .delivered { color: var(--good); } .waiting { color: var(--wait); }
        pre { padding: .75rem 1rem; overflow: auto; font-size: .85rem; white-space: pre-wrap; }
        table { width: 100%; border-spacing: 0; font-variant-numeric: tabular-nums; }
        th, td { padding: .4rem .75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
        tr:last-child td { border-bottom: 0; } th { color: var(--dim); font-weight: 500; } td code { font-size: .8rem; white-space: nowrap; }
        td span { display: block; white-space: nowrap; }
        @media (max-width: 50rem) { th, td { padding: .4rem; } td code, td span { white-space: normal; overflow-wrap: anywhere; } }
        """

    static let script: HTML = """
        setInterval(async () => {
            try {
                const answer = await fetch(location.href);
                if (!answer.ok) return;
                const page = new DOMParser().parseFromString(await answer.text(), "text/html");
                document.querySelector("main").replaceWith(page.querySelector("main"));
            } catch { document.querySelector("header p").textContent = "no connection"; }
        }, 1000);
        """
}
