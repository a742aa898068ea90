internal import HyzerBase

enum PageStyle {
  /// How many styles of series there are before they repeat.
  static let series = 8
  /// The shades of a cell: how much of a series' colour is in the ground, in per cent.
  static let shades = [10, 18, 27, 36, 44]

  /// The class of a cell whose shade is deeper the larger its share; none for nothing.
  static func shade(_ name: String, _ count: Int, of all: Int) -> String {
    guard count > 0 else { return "" }
    // By the square root, since even a small share of errors matters.
    let depth = (Double(count) / Double(all)).squareRoot() * Double(shades.count)
    return "\(name)\(min(Int(depth), shades.count - 1))"
  }

  static let chart = """
    .chart text{font:12px system-ui,sans-serif;fill:var(--ink)}
    .chart .end{text-anchor:end}
    .chart .mid{text-anchor:middle}
    .chart .quiet{fill:var(--muted)}
    .chart .ground{fill:var(--ground)}
    .chart .grid{stroke:var(--rule)}
    .chart .goal{stroke:var(--ink);stroke-dasharray:6 4}
    .chart .own{stroke:var(--ink);fill:var(--ink)}
    .chart .line{fill:none;stroke-width:2}
    .chart .band{fill-opacity:.1;stroke-opacity:.35}
    \(dashes.enumerated().map {
      ".chart .s\($0){stroke:var(--s\($0));fill:var(--s\($0))}.chart .s\($0).line{fill:none;"
        + "stroke-dasharray:\($1)}"
    }.joined(separator: "\n"))
    """

  /// The style of a chart in a file of its own, without variables, which not all viewers know.
  static var standaloneChart: String {
    Palette.resolve(chart, isDark: false) + "\n@media (prefers-color-scheme:dark){\n"
      + Palette.resolve(chart, isDark: true) + "\n}"
  }

  private static let dashes = ["none", "7 3", "2 3", "9 3 2 3", "5 5", "12 3", "3 2 8 2", "1 4"]

  static let page = """
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:68rem;background:var(--ground);
    color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
    h2{margin:2.5rem 0 .75rem;padding-top:1rem;border-top:1px solid var(--rule)}
    p{max-width:42rem}
    a{color:var(--accent)}
    nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
    .note,small,caption,thead th,.meta{color:var(--muted);font-weight:400;font-size:.875rem}
    .lede{font-size:1.25rem}
    .scroll{overflow:auto;max-height:40rem;margin:0 0 1.25rem}
    table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
    caption{text-align:left;padding-bottom:.4rem;position:sticky;left:0;
    max-width:calc(100vw - 2rem)}
    th,td{padding:.35rem .6rem;text-align:right;vertical-align:top;white-space:nowrap;
    border-bottom:1px solid var(--rule)}
    th:first-child{text-align:left;font-weight:400;padding-left:0;position:sticky;left:0;
    background:var(--ground)}
    td small{display:block;font-size:.75rem}
    .words th,.words td{text-align:left}
    .list td{text-align:left;white-space:normal;min-width:9rem}
    .heat th,.heat td{text-align:center}
    .good{color:var(--good)}
    .miss,.off{color:var(--bad);font-weight:600}
    .miss::before{content:"✗ "}
    .charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:1.5rem}
    .chart{display:block;width:100%;max-width:34rem;height:auto}
    article{border-top:1px solid var(--rule);padding:.75rem 0;content-visibility:auto;
    contain-intrinsic-size:auto 13rem}
    article h3{margin:0;font-size:1rem}
    article .scroll{margin:.25rem 0}
    article span{unicode-bidi:isolate;margin-right:.75rem}
    #filter input{font:inherit;width:20rem;max-width:100%}
    audio{display:block;width:100%;max-width:26rem}
    \(shades.enumerated().map {
      ".r\($0){background:\(mix("s0", $1))}.w\($0){background:\(mix("s1", $1))}"
    }.joined(separator: "\n"))
    @media print{nav,#filter,audio{display:none}.scroll{overflow:visible;max-height:none}}

    """

  private static func mix(_ name: String, _ percent: Int) -> String {
    "color-mix(in srgb,var(--\(name)) \(percent)%,var(--ground))"
  }

  static let script = """
    const filter = document.getElementById('filter');
    if (filter) {
      const entries = [...document.querySelectorAll('article')];
      filter.hidden = false;
      filter.querySelector('input').addEventListener('input', event => {
        const text = event.target.value.toLowerCase().trim();
        for (const entry of entries)
          entry.hidden = !entry.textContent.toLowerCase().includes(text);
        const shown = entries.filter(entry => !entry.hidden).length;
        filter.querySelector('output').value = `${shown} of ${entries.length} shown`;
      });
    }

    """
}
