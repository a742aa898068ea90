internal import Foundation
internal import FoundationXML

/// An XML document as a parser reads it.
public struct Document {
  /// An element without what stands in it.
  public struct Element: Hashable {
    /// The element's name.
    public let name: String
    /// Its attributes, without escapes.
    public let attributes: [String: String]
    /// The names of the elements around it, from the outermost.
    public let path: [String]
  }

  /// The elements in their order.
  public let elements: [Element]
  /// All text together.
  public let text: String
  /// Whether the parser read one element to its end without an error.
  public let isWellFormed: Bool

  /// Reads a document.
  public init(_ source: String) {
    let parser = XMLParser(data: Data(source.utf8))
    let reader = Reader()
    parser.delegate = reader
    // On Linux the parser's result is true even where a tag is not closed.
    let isRead = parser.parse() && parser.parserError == nil && reader.path.isEmpty
    isWellFormed = isRead && reader.elements.count { $0.path.isEmpty } == 1
    elements = reader.elements
    text = reader.text
  }

  /// The elements of a name.
  public subscript(name: String) -> [Element] { elements.filter { $0.name == name } }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    var text = ""
    var path: [String] = []

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
}
