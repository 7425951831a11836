import HTTP

/// The pages' style sheet: the login pages' colours and forms, with room for text.
enum Style {
    static let sheet = PagePalette.sheet + rules

    private static let rules = """
        *{box-sizing:border-box}
        html{scroll-padding-top:1rem}
        body{margin:0 auto;max-width:56rem;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;\
        padding:1rem clamp(1rem,4vw,2rem) 3rem;overflow-wrap:break-word}
        body.wide{max-width:80rem}
        body>header{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.25rem;margin:0 0 1.25rem}
        .brand{display:flex;align-items:center;gap:.55rem;font-weight:650;font-size:1.125rem;color:inherit;text-decoration:none;min-height:2.75rem}
        .brand svg{width:1.5rem;height:1.5rem;fill:var(--accent)}
        body>header nav{display:flex;flex-wrap:wrap;gap:0 1rem}
        body>header nav a{min-height:2rem;display:inline-flex;align-items:center;color:var(--accent)}
        body>header form{display:flex;gap:.5rem;margin-left:auto;flex:1 1 18rem;min-width:0}
        body.wide>header form{max-width:24rem}
        body>header input{flex:1 1 8rem;min-width:0}
        body>header input,body>header button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--field);border-radius:.5rem;padding:.4rem .75rem;min-height:2.5rem}
        body>header button{font-weight:600;border-color:var(--accent);background:var(--accent);color:var(--accent-ink);cursor:pointer}
        #content{background:var(--card);border:1px solid var(--line);border-radius:.875rem;padding:clamp(1.25rem,4vw,2.5rem)}
        .text h1{font-size:1.875rem;line-height:1.2;margin:0 0 .75rem}
        .text h2{font-size:1.375rem;line-height:1.25;margin:2.25rem 0 .75rem}
        .text h3{font-size:1.125rem;margin:1.75rem 0 .5rem}
        .text h4{font-size:1rem;margin:1.5rem 0 .5rem}
        .text p,.text ul,.text ol,.text pre,.text dl{margin:0 0 1rem}
        .text ul,.text ol{padding-left:1.35rem}
        .text li{margin:.25rem 0}
        .text a{color:var(--accent)}
        .text dt{margin:0 0 .25rem}
        .text dt code{display:inline-block;max-width:100%;white-space:pre-wrap;padding:.1em .4em}
        .text dt:target code{outline:2px solid var(--accent);outline-offset:1px}
        .text dd{margin:0 0 1rem 1.35rem}
        .lede{font-size:1.1875rem}
        .soft{color:var(--soft)}
        .text code,.text pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
        .text code{background:var(--ground);border-radius:.25rem;padding:.1em .3em;overflow-wrap:anywhere}
        .text pre{background:var(--ground);border:1px solid var(--line);border-radius:.5rem;padding:.875rem 1rem;overflow-x:auto}
        .text pre code{background:none;padding:0;font-size:inherit;overflow-wrap:normal}
        .table{overflow-x:auto;margin:0 0 1rem}
        .table table{border-collapse:collapse;width:100%;font-size:.9375rem;margin:0}
        .table th,.table td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line)}
        .table td code{overflow-wrap:normal}
        .text .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));gap:1rem;margin:0 0 1rem;padding:0;list-style:none}
        .card{border:1px solid var(--line);border-radius:.625rem;padding:1rem 1.125rem;min-width:0}
        .card h3{margin-top:0}
        .card>:last-child{margin-bottom:0}
        .services .card{margin:0}
        .state{font-weight:600;white-space:nowrap;float:right}
        .state::before{content:"";display:inline-block;width:.65em;height:.65em;border-radius:50%;background:var(--field);margin-right:.5em}
        .up::before{background:var(--accent)}
        .down{color:var(--danger)}
        .down::before{background:var(--danger);border-radius:0}
        .note{border:1px solid var(--line);border-left:.3rem solid var(--accent);border-radius:.5rem;padding:.75rem 1rem;margin:0 0 1rem}
        .note>:last-child{margin-bottom:0}
        .text .chapters{columns:15rem;padding-left:1.1rem}
        .text .chapters li{margin:0;padding:.25rem 0;break-inside:avoid}
        :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
        .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .skip{position:absolute;left:1rem;top:-4rem;background:var(--card);color:var(--accent);padding:.5rem 1rem;border-radius:.5rem}
        .skip:focus{top:.5rem}
        @media (max-width:40rem){
        body>header form{flex:1 1 100%}
        body.wide #content{padding:1rem .75rem}
        #reference .wrapper,#reference .scheme-container{padding-left:0;padding-right:0}
        #reference .info{margin:1.5rem 0}
        #reference .info ul{padding-left:1.35rem}
        #reference .opblock-tag{flex-wrap:wrap;padding-left:0;padding-right:0}
        #reference .opblock-summary{flex-wrap:wrap;gap:.25rem}
        #reference .opblock-summary-control{flex-wrap:wrap}
        #reference .opblock-summary-description{flex-basis:100%}
        #reference .opblock-section-header{flex-wrap:wrap;padding:.5rem}
        #reference .try-out{padding:0}
        #reference .opblock .btn{padding-left:.75rem;padding-right:.75rem}
        #reference .opblock-description-wrapper,#reference .opblock-title_normal,#reference .responses-inner,#reference .execute-wrapper,#reference .btn-group,\
        #reference .table-container{padding-left:.5rem;padding-right:.5rem}
        #reference .responses-inner{overflow-x:auto}
        #reference .response-col_links{display:none}
        #reference .dialog-ux .modal-ux{max-width:100%;min-width:0;width:calc(100% - 1.5rem)}
        }
        @media print{body>header,.skip{display:none}body{max-width:none;background:none}#content{border:0;padding:0}}
        """
}
