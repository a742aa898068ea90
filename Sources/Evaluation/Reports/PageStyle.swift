/// The page's style.
enum PageStyle {
  /// The rules, of which colours are variables that follow the reader's preference.
  static let rules = """
    :root{color-scheme:light dark;\(variables(.light))}
    @media (prefers-color-scheme:dark){:root{\(variables(.dark))}}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0 auto;padding:2.5rem clamp(1rem,4vw,3rem) 4rem;max-width:68rem;
    background:var(--ground);color:var(--ink);
    font:1rem/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif;
    overflow-wrap:anywhere}
    h1,h2,h3,.lede{font-family:Charter,"Bitstream Charter","Iowan Old Style",Georgia,serif;
    font-weight:600;line-height:1.25;text-wrap:balance}
    h1{font-size:clamp(1.7rem,5vw,2.4rem);margin:0 0 .75rem}
    h2{font-size:1.45rem;margin:0 0 1rem}
    h3{font-size:1.05rem;margin:2rem 0 .5rem}
    p{margin:0 0 1rem;max-width:42rem}
    a{color:var(--accent);text-underline-offset:.15em;text-decoration-thickness:1px}
    :focus-visible{outline:2px solid var(--accent);outline-offset:2px}
    nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;margin:0;padding:0;list-style:none;
    font-size:.9rem}
    section{margin-top:3.25rem;padding-top:1.5rem;border-top:1px solid var(--rule)}
    #verdict{margin-top:1.75rem}
    .note,.quiet,.ci,figcaption{color:var(--muted);font-weight:400}
    .note{font-size:.875rem}
    .lede{font-size:1.3rem;font-weight:400;margin-bottom:1.25rem}
    .targets{list-style:none;margin:0 0 1.5rem;padding:0}
    .targets li{display:flex;gap:.25rem 1.25rem;padding:.75rem 0;border-top:1px solid var(--rule);
    font-variant-numeric:tabular-nums}
    .targets li:last-child{border-bottom:1px solid var(--rule)}
    .targets .state{flex:0 0 5.5rem;color:var(--muted)}
    .targets .met .state{color:var(--good)}
    .targets .missed .state{color:var(--bad)}
    .targets strong{font-weight:600}
    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));
    gap:1.25rem 1.5rem;margin:0;font-variant-numeric:tabular-nums}
    .figures dt{color:var(--muted);font-size:.875rem}
    .figures dd{margin:0}
    .figures b{display:block;font-size:1.6rem;font-weight:600;line-height:1.3}
    .figures span{display:block;color:var(--muted);font-size:.8125rem;line-height:1.45}
    .scroll{overflow-x:auto;margin:0 0 1.5rem;max-width:100%}
    table{border-collapse:collapse;font-size:.875rem;line-height:1.35;
    font-variant-numeric:tabular-nums}
    caption{text-align:left;padding:0 0 .6rem;font-weight:600;font-size:.9375rem}
    caption div{position:sticky;left:0;display:inline-block;max-width:min(42rem,calc(100vw - 2rem))}
    th,td{padding:.4rem .6rem;text-align:right;vertical-align:top;white-space:nowrap;
    overflow-wrap:break-word;
    border-bottom:1px solid var(--rule)}
    th:first-child{text-align:left;padding-left:0;position:sticky;left:0;background:var(--ground);
    min-width:8.5rem;max-width:16rem;white-space:normal;
    text-wrap:balance}
    thead th{font-weight:400;color:var(--muted);vertical-align:bottom;white-space:normal;
    max-width:7rem;border-bottom-color:var(--muted)}
    tbody th{font-weight:400}
    .ci{display:block;font-size:.75rem}
    .miss{color:var(--bad);font-weight:600}
    .flag{color:var(--bad);font-weight:600}
    .miss .ci{color:var(--muted)}
    figure{margin:0 0 1.75rem}
    figcaption{font-size:.875rem;max-width:42rem;margin-top:.5rem}
    .chart{display:block;max-width:100%;height:auto;overflow:visible}
    .chart.narrow{display:none;width:100%;max-width:30rem}
    .multiples{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),26rem));
    gap:.5rem 3rem}
    .multiples .chart{width:100%}
    .maps{display:flex;flex-wrap:wrap;gap:1rem 3rem;align-items:flex-start}
    .maps .scroll{min-width:0}
    .heat{border-collapse:separate;border-spacing:2px}
    .heat th,.heat td{border:0;padding:.3rem .45rem;min-width:2.1rem;text-align:center}
    .heat th:first-child{min-width:0;text-align:right;padding-right:.6rem;white-space:nowrap;overflow:hidden;
    text-overflow:ellipsis;max-width:9rem}
    .heat thead th{vertical-align:bottom;color:var(--ink)}
    .heat .corner{color:var(--muted);font-size:.75rem;text-align:right;vertical-align:bottom;
    position:sticky;left:0;background:var(--ground)}
    .upright thead th span{writing-mode:vertical-rl;transform:rotate(180deg);max-height:9rem;
    overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    .heat tbody td{background:var(--panel)}
    \(heatRules)
    .confused{columns:3 14rem;column-gap:2.5rem;margin:0;padding:0;list-style:none;
    font-size:.9375rem}
    .confused li{display:flex;gap:.35em;padding:.15rem 0;break-inside:avoid}
    .confused .quiet{flex:none}
    .confused b{margin-left:auto;font-variant-numeric:tabular-nums}
    summary{cursor:pointer;margin:0 0 .75rem;font-size:.9375rem}
    #filter{display:flex;flex-wrap:wrap;gap:.75rem 1.25rem;align-items:end;margin:0 0 1.5rem}
    #filter[hidden],article[hidden]{display:none}
    #filter label{font-size:.8125rem;color:var(--muted);max-width:100%}
    #filter select,#filter input{display:block;font:inherit;font-size:.9375rem;color:var(--ink);
    background:var(--ground);border:1px solid var(--muted);border-radius:4px;padding:.35rem .5rem;
    max-width:100%}
    #filter output{font-size:.875rem;color:var(--muted);padding-bottom:.4rem}
    article{padding:1.1rem 0;border-top:1px solid var(--rule);break-inside:avoid;
    content-visibility:auto;contain-intrinsic-size:auto 13rem}
    article h3{margin:0 0 .35rem;font-family:inherit;font-size:1rem}
    article h3 a{color:var(--muted);font-weight:400;text-decoration:none;margin-right:.4em;
    font-variant-numeric:tabular-nums}
    article h3 a:hover{text-decoration:underline}
    .meta{display:flex;flex-wrap:wrap;gap:.2rem .9rem;margin:0 0 .6rem;max-width:none;
    font-size:.8125rem;color:var(--muted)}
    .meta b{font-weight:600;color:var(--ink)}
    .meta .grave{color:var(--bad)}
    .words{display:flex;flex-wrap:wrap;gap:.5rem .7rem;margin:0 0 .6rem;line-height:1.4;
    position:relative;padding-left:5rem}
    .w{display:flex;flex-direction:column}
    .w>span{display:block}
    .w>:nth-child(2){color:var(--muted)}
    .k,.k>:nth-child(2){color:var(--muted)}
    .k{position:absolute;left:0;font-size:.8125rem;line-height:1.4rem}
    .x del{text-decoration:underline 1px dashed;text-underline-offset:.2em;color:var(--bad)}
    .x ins{text-decoration:underline 2px;text-underline-offset:.2em;color:var(--bad);font-weight:600}
    .gap{color:var(--muted)}
    b.e{color:var(--bad);font-size:.75rem;line-height:1.2;font-weight:600}
    .heard{margin:0 0 .6rem}
    .pairs{display:flex;flex-wrap:wrap;gap:.2rem 2.5rem;margin:0 0 .7rem;font-size:.9375rem}
    .pairs div{display:flex;gap:.75rem}
    .pairs dt{color:var(--muted);font-size:.8125rem;line-height:1.4375rem;flex:0 0 4.25rem}
    .pairs dd{margin:0;min-width:0}
    .pairs dd>span{margin-right:.8rem}
    .off{color:var(--bad)}
    .off i{font-size:.8125rem}
    audio{display:block;width:100%;max-width:26rem;height:2.5rem}
    .details td{text-align:left;white-space:normal;overflow-wrap:anywhere}
    @media (max-width:44rem){
    .chart.wide{display:none}
    .chart.narrow{display:block}
    section{margin-top:2.5rem}
    .targets li{flex-direction:column}
    .targets .state{flex-basis:auto}
    th:first-child{min-width:6.5rem;max-width:8rem}
    }
    @media print{
    body{max-width:none;padding:0;font-size:10pt}
    nav,#filter,audio{display:none}
    .scroll{overflow:visible}
    th,td{padding:.25rem .4rem}
    th:first-child{position:static}
    figure,tr,h2,h3,.heat{break-inside:avoid}
    h2,h3{break-after:avoid}
    .heat td{print-color-adjust:exact;-webkit-print-color-adjust:exact}
    article{content-visibility:visible}
    }

    """

  private static func variables(_ palette: Palette) -> String {
    var variables = [
      ("ground", palette.ground), ("panel", palette.panel), ("ink", palette.ink),
      ("muted", palette.muted), ("rule", palette.rule), ("accent", palette.accent),
      ("good", palette.good), ("bad", palette.bad),
    ]
    for shade in 0..<Palette.shades {
      variables.append(("r\(shade)", palette.heat(isRight: true, shade: shade)))
      variables.append(("w\(shade)", palette.heat(isRight: false, shade: shade)))
    }
    return variables.map { "--\($0):\($1.css)" }.joined(separator: ";")
  }

  private static var heatRules: String {
    (0..<Palette.shades).flatMap { shade in
      ["r\(shade)", "w\(shade)"].map { ".heat tbody .\($0){background:var(--\($0))}" }
    }.joined(separator: "\n")
  }
}
