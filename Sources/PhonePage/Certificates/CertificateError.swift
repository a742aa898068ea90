/// Why there is no certificate.
package enum CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
  case badName(String)
  case noNames
  /// `file` is missing though what belongs to it is there.
  case incomplete(folder: String, file: String)
  case unreadable(path: String)
  case mismatch(folder: String)
  case authorityEnds(folder: String)
  case notPermitted([String], folder: String)
  case inputOutput(path: String, reason: String)
  /// The cryptography library refused to make something.
  case library(String)

  package enum Category: Hashable, Sendable { case badData, inputOutput, internalFault }

  package var category: Category {
    switch self {
    case .badName, .noNames, .incomplete, .unreadable, .mismatch, .authorityEnds, .notPermitted:
      .badData
    case .inputOutput: .inputOutput
    case .library: .internalFault
    }
  }

  package var description: String {
    switch self {
    case .badName(let name):
      "\"\(name)\" is neither the name of a computer nor an address; give one such as \"laptop.local\" or \"192.168.1.10\""
    case .noNames: "no name is given for which the certificate is to be; give one with --name"
    case .incomplete(let folder, let file):
      "\"\(folder)\" has a part of a certificate authority, but no \(file); put it back, or name another folder with --folder"
    case .unreadable(let path):
      "\"\(path)\" is not what it is called: a certificate or key in PEM; put it back, or name another folder with --folder"
    case .mismatch(let folder):
      "the key and the certificate of the authority in \"\(folder)\" do not belong together; put the right ones back, or name another folder with --folder"
    case .authorityEnds(let folder):
      "the certificate authority in \"\(folder)\" is over, or nearly; make a new one in another folder with --folder, and trust that"
    case .notPermitted(let names, let folder):
      "the certificate authority in \"\(folder)\" may not speak for \(names.map { "\"\($0)\"" }.joined(separator: ", ")), since it was not made for it; make another one in another folder with --folder, and trust that"
    case .inputOutput(let path, let reason):
      "cannot read or write \"\(path)\": \(reason); check its folder and the disk"
    case .library(let what):
      "cannot make \(what); check the installation of OpenSSL"
    }
  }
}
