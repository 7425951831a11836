import HTTP

/// The one style sheet of the pages, embedded in each and allowed by its hash.
enum Style {
    static let sheet = PagePalette.sheet + rules

    static let fonts = "system-ui,-apple-system,\"Segoe UI\",Roboto,sans-serif"

    private static let rules = """
        *{box-sizing:border-box}
        body{margin:0;overflow-wrap:break-word;background:var(--ground);color:var(--ink);font:1rem/1.5 \(fonts);\
        min-height:100vh;display:flex;flex-direction:column;align-items:center;padding:clamp(1rem,6vh,4.5rem) 1rem 2rem}
        .brand{display:flex;align-items:center;gap:.55rem;margin:0 0 1.25rem;font-weight:650;font-size:1.125rem}
        .brand svg{width:1.5rem;height:1.5rem;fill:var(--accent)}
        main{width:100%;max-width:27rem;background:var(--card);border:1px solid var(--line);border-radius:.875rem;padding:clamp(1.25rem,5vw,2rem)}
        h1{font-size:1.5rem;line-height:1.25;margin:0 0 .375rem;overflow-wrap:anywhere}
        h2{font-size:1.125rem;line-height:1.35;margin:1.25rem 0 .5rem}
        p{margin:0 0 1rem}
        .soft,.hint{color:var(--soft)}
        .hint{font-size:.875rem;margin:.25rem 0 0}
        .hint+button,.hint+form{margin-top:.75rem}
        form+ul.scopes{margin-top:1.25rem}
        .field{margin:0 0 1.125rem}
        label,legend{display:block;font-weight:600;margin:0 0 .375rem;padding:0}
        .optional{font-weight:400;color:var(--soft)}
        input:not([type=radio],[type=checkbox]),select,textarea{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--field);\
        border-radius:.5rem;padding:.625rem .75rem;min-height:2.75rem}
        fieldset{border:0;margin:0 0 1.125rem;padding:0}
        .choice{display:flex;align-items:center;gap:.625rem;min-height:2.75rem;font-weight:400;margin:0}
        .choice input{width:1.125rem;height:1.125rem;accent-color:var(--accent);margin:0}
        [aria-invalid=true]{border-color:var(--danger)!important}
        .fault{color:var(--danger);font-size:.875rem;margin:.25rem 0 0}
        .alert{background:var(--danger-ground);color:var(--danger);border:1px solid currentColor;border-radius:.5rem;padding:.75rem 1rem;margin:0 0 1.25rem}
        button{width:100%;font:inherit;font-weight:600;min-height:2.875rem;border-radius:.5rem;border:1px solid var(--accent);\
        background:var(--accent);color:var(--accent-ink);cursor:pointer;padding:.5rem 1rem}
        button.second{background:transparent;color:var(--accent)}
        button:hover{filter:brightness(1.08)}
        :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
        .buttons{display:flex;flex-wrap:wrap;gap:.75rem}
        .buttons button{flex:1 1 9rem}
        ul.scopes{list-style:none;margin:0 0 1.25rem;padding:0;border-top:1px solid var(--line)}
        ul.scopes li{padding:.625rem 0;border-bottom:1px solid var(--line)}
        .scope-name{display:block;font-size:.8125rem;color:var(--soft)}
        .qr{display:block;width:min(100%,15rem);height:auto;margin:0 auto 1rem}
        .picture{display:block;max-width:min(100%,15rem);max-height:15rem;margin:0 auto 1rem}
        .codes{list-style:none;margin:0 0 1.25rem;padding:0;font-family:ui-monospace,monospace;overflow-wrap:anywhere}
        .or{margin:.75rem 0 0}
        .below{margin:1.25rem 0 0;text-align:center}
        a{color:var(--accent)}
        """

    /// For `style-src` of the Content Security Policy.
    static let source = PagePolicy.source(of: sheet)
}
