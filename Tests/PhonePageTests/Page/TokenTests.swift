import Foundation
import Testing

@testable import PhonePage

@Suite struct TokenTests {
  /// Every pair that the style sheet uses: text or the border of a control, on a ground.
  private static let pairs: [(colour: String, ground: String)] =
    ["ground", "raised"].flatMap { ground in
      ["text", "secondary", "accent", "under", "over", "two-over", "destructive", "border"].map {
        ($0, ground)
      }
    } + ["text", "secondary-on-tertiary", "border"].map { ($0, "tertiary") }
    + [("on-accent", "accent"), ("on-accent", "over")]

  @Test(arguments: Tokens.Theme.allCases)
  func `every pair of colours has the contrast that WCAG 2.2 asks for`(theme: Tokens.Theme) throws {
    for pair in Self.pairs {
      let contrast = contrast(try colour(pair.colour, theme), try colour(pair.ground, theme))
      // Borders 3 to 1, text 4.5, and 7 for people who ask for more.
      let least = pair.colour == "border" ? 3 : theme.rawValue.hasSuffix("ontrast") ? 7 : 4.5
      #expect(contrast >= least, "\(pair.colour) on \(pair.ground), \(theme): \(contrast):1")
    }
  }

  @Test func `contrast is as WCAG computes it`() {
    #expect(abs(contrast(0x000000, 0xFFFFFF) - 21) < 0.001)
    #expect(abs(contrast(0x767676, 0xFFFFFF) - 4.54) < 0.01)
  }

  private func contrast(_ colours: UInt32...) -> Double {
    let luminances = colours.map { colour in
      zip([16, 8, 0], [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
        let value = Double(colour >> part.0 & 0xFF) / 255
        return sum + part.1 * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
      }
    }.sorted()
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)
  }

  @Test
  func `the style sheet uses no colour that is no token, and every token that it uses exists`() {
    let style = page("style.css") + page("app.js")
    let hexadecimal = style.matches(of: /#[0-9a-fA-F]{3,8}\b/)
    #expect(hexadecimal.isEmpty, "\(hexadecimal.map { String($0.output) })")
    let sheet = page("tokens.css")
    let own = Set(style.matches(of: /(--[a-z0-9-]+):/).map { String($0.output.1) })
    for match in style.matches(of: /var\((--[a-z0-9-]+)/) {
      let name = String(match.output.1)
      #expect(sheet.contains(name + ":") || own.contains(name), "\(name)")
    }
  }

  @Test func `sizes of the style sheet that are no token are lines or on the grid`() {
    let sizes = page("style.css").matches(of: /([0-9.]+)px/).compactMap { Double($0.output.1) }
    #expect(sizes.allSatisfy { $0 == 1 || $0.truncatingRemainder(dividingBy: 8) == 0 || $0 >= 260 })
  }

  @Test func `rows of the leaderboard settle in time and hardly overshoot`() {
    let times = (0...500).map { Double($0) / 1000 }
    let positions = times.map { Tokens.spring.position(after: $0) }
    #expect((positions.max() ?? 0) < 1.01)
    #expect(zip(times, positions).allSatisfy { $0 < 0.3 || abs($1 - 1) < 0.01 })
    let motion = Dictionary(uniqueKeysWithValues: Tokens.motion.map { ($0.name, $0.milliseconds) })
    #expect((motion["rows"] ?? 0) < (motion["rows-end"] ?? 0))
    #expect((motion["rows-end"] ?? .max) <= 500)
  }

  private func colour(_ name: String, _ theme: Tokens.Theme) throws -> UInt32 {
    try #require(Tokens.colours.first { $0.name == name }?.values[theme], "\(name)")
  }
}

@Suite struct AssetTests {
  @Test func `the whole page is sent in less than 60 kB`() {
    let sent = LivePage.files.assets.map { asset in
      var response = WebResponse(headers: [:], body: asset.bytes)
      response.isCompressible = true
      return response.coded(for: WebRequest(encodings: "deflate")).body.count
    }
    #expect(sent.reduce(0, +) < 60_000)
  }

  @Test func `modules become one, those that are imported first`() {
    let modules = [
      ("app.js", "import { two, three as more } from \"./b.js\";\nawait two(more);\n"),
      (
        "b.js",
        "import { one } from \"./c.js\";\nexport const three = 3;\nexport async function two() {\nreturn one;\n}\n"
      ),
      ("c.js", "export const one = 1;\n"), ("d.js", "export const four = 4;\n"),
    ]
    #expect(
      PageFiles.bundle(modules, from: "app.js") == """
        const $c=(()=>{
        const one = 1;
        return{one};
        })();
        const $b=(()=>{
        const { one }=$c;
        const three = 3;
        async function two() {
        return one;
        }
        return{three,two};
        })();
        const { two, three:more }=$b;
        await two(more);

        """)
  }

  @Test func `the version is filled in wherever it is named`() {
    #expect(page("index.html").contains("/a/\(LivePage.files.hash)/app.js"))
    for asset in LivePage.files.assets {
      #expect(!page(asset.name).contains("PAGE-"), "\(asset.name)")
    }
  }

  @Test func `the service worker keeps every module and style`() {
    let worker = page("sw.js")
    for name in LivePage.files.assets.map(\.name) where name.hasSuffix("css") || name == "app.js" {
      #expect(worker.contains(name), "\(name)")
    }
    #expect(!worker.contains("/api/"))
  }

  @Test func `nothing needs more than the policy allows`() {
    let html = page("index.html")
    #expect(!html.contains("style=") && !html.contains("<style"))
    #expect(html.matches(of: /<script(?![^>]*src=)/).isEmpty)
    #expect(html.matches(of: /https?:/).isEmpty)
    for asset in LivePage.files.assets where asset.name.hasSuffix(".js") {
      #expect(page(asset.name).matches(of: /innerHTML|eval\(|setAttribute\("style"/).isEmpty)
    }
  }

  @Test
  func
    `a text is served without indentation and comments that fill lines, and nothing else is lost`()
  {
    let text = """
      // A comment.
      /**
       * Another.
       */
      const two = 1 /* one */ + 1; // and one

        const address = "https://";

      """
    #expect(
      PageFiles.plain(text) == """
        const two = 1 /* one */ + 1; // and one
        const address = "https://";

        """)
  }

  @Test func `a style sheet is served without spaces that mean nothing, and keeps those that do`() {
    let style = """
      /* A comment. */
      .a > :not(.b), .c .d { margin: 0 auto; font: 1em "SF Pro", serif; }
      @media (min-width: 1px) and (hover: hover) {
        .e::before { content: ""; width: calc(1px + 2px); }
      }
      """
    let plain =
      #".a > :not(.b),.c .d{margin:0 auto;font:1em "SF Pro",serif}"#
      + #"@media (min-width:1px) and (hover:hover){.e::before{content:"";width:calc(1px + 2px)}}"#
    #expect(PageFiles.plainStyle(style) == plain)
  }

  @Test func `no string of a style sheet has what is taken from it`() {
    for text in page("style.css").matches(of: /"[^"]*"/) {
      #expect(text.output.matches(of: /[{}:;,]/).isEmpty, "\(text.output)")
    }
  }

  @Test func `modules compare values with their types`() {
    for asset in LivePage.files.assets where asset.name.hasSuffix(".js") {
      let loose = page(asset.name).matches(of: /[^=!<>][=!]=[^=]/).map { String($0.output) }
      #expect(loose.isEmpty, "\(asset.name): \(loose)")
    }
  }
}

/// The text of a file of the page; empty where there is none.
private func page(_ name: String) -> String {
  String(
    decoding: LivePage.files.assets.first { $0.name == name }?.bytes ?? [], as: UTF8.self)
}
