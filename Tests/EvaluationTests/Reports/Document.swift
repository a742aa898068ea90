import Foundation
import FoundationXML

/// An XML document as a parser reads it.
final class Document: NSObject, XMLParserDelegate {
  struct Element: Hashable {
    let name: String
    let attributes: [String: String]
    /// The names of the elements around it, from the outermost.
    let path: [String]
  }

  /// The elements in their order.
  private(set) var elements: [Element] = []
  /// All text together.
  private(set) var text = ""
  /// Whether the parser read one element to its end without an error.
  private(set) var isWellFormed = false
  private var path: [String] = []

  init(_ source: String) {
    super.init()
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = self
    // On Linux the parser's result is true even where a tag is not closed.
    isWellFormed =
      parser.parse() && parser.parserError == nil && path.isEmpty
      && elements.count { $0.path.isEmpty } == 1
  }

  subscript(name: String) -> [Element] { elements.filter { $0.name == name } }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes, path: path))
    path.append(name)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    path.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }
}
