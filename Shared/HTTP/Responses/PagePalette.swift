/// The colours of Careline's pages, light and dark, as a style sheet begins with them.
package enum PagePalette {
    /// Those of the light pages that others are told of, who would look like them.
    package static let (ink, ground, accent, danger) = ("#16242b", "#eef3f4", "#0b6470", "#a3262a")

    package static let sheet = """
        :root{color-scheme:light dark;--ink:\(ink);--soft:#51646e;--ground:\(ground);--card:#fff;--line:#c3d0d5;--field:#8397a0;\
        --accent:\(accent);--accent-ink:#fff;--danger:\(danger);--danger-ground:#fdeeee}
        @media (prefers-color-scheme:dark){:root{--ink:#e8eff1;--soft:#a9bac2;--ground:#10191d;--card:#19252b;--line:#34454d;\
        --field:#6d828c;--accent:#6cc6d1;--accent-ink:#082327;--danger:#ffb4b0;--danger-ground:#3b1d1f}}

        """
}
