internal import HyzerBase

extension TiedMixtures {
  /// Reads the mixtures of an acoustic model's folder.
  ///
  /// - Throws: ``RecognizerError/modelRejected(directory:reason:)`` where its files are not those of such a model.
  init(model: String, varianceScale: Double, counted: Int) throws(RecognizerError) {
    do throws(ModelFileError) {
      self.init(try Parameters(folder: model), varianceScale: varianceScale, counted: counted)
    } catch {
      throw .modelRejected(directory: model, reason: error.description)
    }
  }
}

/// What keeps the file of an acoustic model from being read.
private struct ModelFileError: Error, CustomStringConvertible {
  let description: String

  init(_ file: String, _ what: String) { description = "its file \"\(file)\" \(what)" }
}

extension TiedMixtures.Parameters {
  /// Reads the files of a folder, which are of phonetically tied mixtures in three streams of ``Cepstra``.
  fileprivate init(folder: String) throws(ModelFileError) {
    let definition = try ModelDefinition(folder)
    let means = try Densities("means", in: folder)
    let variances = try Densities("variances", in: folder)
    guard means.shape == variances.shape else {
      throw ModelFileError("variances", "is of other densities than \"means\"")
    }
    guard means.codebooks == definition.phones else {
      throw ModelFileError(
        "means",
        "has \(means.codebooks) codebooks, and \"mdef\" \(definition.phones) phones; a network needs one for each"
      )
    }
    densities = means.densities
    self.means = means.values
    self.variances = variances.values
    weights = try TiedMixtures.Parameters.weights(
      folder, densities: densities, senones: definition.codebooks.count)
    codebooks = definition.codebooks
  }

  /// Reads the weights of densities, a byte for each.
  private static func weights(
    _ folder: String, densities: Int, senones: Int
  ) throws(ModelFileError) -> [UInt8] {
    var file = try ModelFile("sendump", in: folder)
    while true {
      let length = try file.number()
      guard length > 0 else { break }
      let line = try file.bytes(length)
      // The numbers of clusters in place of weights.
      guard
        !line.starts(with: Array("cluster_count ".utf8))
          || line.elementsEqual(Array("cluster_count 0\0".utf8))
      else { throw ModelFileError("sendump", "has weights of a form that a network cannot use") }
    }
    guard try file.number() == densities, try file.number() == senones else {
      throw ModelFileError(
        "sendump", "is of other densities than \"means\", or other senones than \"mdef\"")
    }
    return Array(try file.bytes(TiedMixtures.streams * densities * senones))
  }
}

/// Means or variances: a file in the form of Sphinx 3.
private struct Densities {
  let codebooks: Int
  let densities: Int
  /// By codebook, stream, density and coefficient.
  let values: [Float]

  var shape: [Int] { [codebooks, densities] }

  init(_ name: String, in folder: String) throws(ModelFileError) {
    var file = try ModelFile(name, in: folder)
    try file.skip(through: "endhdr\n")
    guard try file.number() == 0x1122_3344 else {
      throw ModelFileError(name, "is of another order of bytes")
    }
    codebooks = try file.number()
    let streams = try file.number()
    densities = try file.number()
    let (width, most) = (Cepstra.coefficients, 65_536)
    var isOfCepstra = streams == TiedMixtures.streams
    for _ in 0..<TiedMixtures.streams where isOfCepstra {
      isOfCepstra = try file.number() == width
    }
    guard isOfCepstra, (1...most).contains(codebooks), (1...most).contains(densities) else {
      throw ModelFileError(
        name, "is not of \(TiedMixtures.streams) streams of \(width) coefficients")
    }
    let count = try file.number()
    guard count == codebooks * densities * streams * width else {
      throw ModelFileError(name, "has \(count) numbers, which is not what its dimensions make")
    }
    values = try file.floats(count)
  }
}

/// Which senones the states of phones have: a binary file of PocketSphinx.
private struct ModelDefinition {
  /// How many phones there are, whatever is beside them.
  let phones: Int
  /// The phone of each senone.
  let codebooks: [Int]

  init(_ folder: String) throws(ModelFileError) {
    let name = "mdef"
    var file = try ModelFile(name, in: folder)
    // "BMDF" in the machine's order.
    guard try file.number() == 0x4644_4D42 else { throw ModelFileError(name, "is not binary") }
    _ = try file.number()
    _ = try file.bytes(try file.number())
    phones = try file.number()
    let contexts = try file.number()
    let states = try file.number()
    _ = try file.number()
    let senones = try file.number()
    _ = try file.number()
    let sequences = try file.number()
    _ = try file.number()
    let nodes = try file.number()
    _ = try file.number()
    guard (1...256).contains(phones), (phones...1_000_000).contains(contexts),
      (1...16).contains(states),
      (1...Int(Int16.max)).contains(senones), (1...1_000_000).contains(sequences),
      (0...10_000_000).contains(nodes)
    else { throw ModelFileError(name, "has other dimensions than PocketSphinx's") }
    for _ in 0..<phones { try file.skip(through: "\0") }
    try file.align()
    _ = try file.bytes(8 * nodes)
    let entries = Array(try file.bytes(12 * contexts))
    _ = try file.number()
    let table = Array(try file.bytes(2 * sequences * states))
    func number(_ bytes: [UInt8], _ place: Int, size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    var codebooks = [Int?](repeating: nil, count: senones)
    for entry in 0..<contexts {
      let (sequence, phone) = (
        number(entries, 12 * entry, size: 4), entry < phones ? entry : Int(entries[12 * entry + 9])
      )
      guard sequence < sequences, phone < phones else {
        throw ModelFileError(name, "names a phone or states that it does not have")
      }
      for state in 0..<states {
        let senone = number(table, 2 * (sequence * states + state), size: 2)
        guard senone < senones else {
          throw ModelFileError(name, "names a senone that it does not have")
        }
        // The first one counts.
        codebooks[senone] = codebooks[senone] ?? phone
      }
    }
    self.codebooks = codebooks.map { $0 ?? 0 }
  }
}

/// A file of an acoustic model, read from its beginning on; numbers are in the machine's order of bytes.
private struct ModelFile {
  private let name: String
  private let content: [UInt8]
  private var place = 0

  init(_ name: String, in folder: String) throws(ModelFileError) {
    self.name = name
    do throws(SystemFault) {
      content = try OpenFile(folder + "/" + name).read()
    } catch {
      throw ModelFileError(name, "cannot be read: \(error)")
    }
  }

  mutating func bytes(_ count: Int) throws(ModelFileError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= content.count - place else {
      throw ModelFileError(name, "ends too early; install it again")
    }
    defer { place += count }
    return content[place..<place + count]
  }

  mutating func number() throws(ModelFileError) -> Int {
    Int(Int32(truncatingIfNeeded: try bytes(4).reversed().reduce(0) { $0 << 8 | Int($1) }))
  }

  mutating func floats(_ count: Int) throws(ModelFileError) -> [Float] {
    let bytes = Array(try bytes(4 * count))
    return unsafe bytes.withUnsafeBytes { bytes in
      (0..<count).map {
        unsafe bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)
      }
    }
  }

  mutating func skip(through text: String) throws(ModelFileError) {
    let text = Array(text.utf8)
    let end = content[place...].indices.first { content[$0...].starts(with: text) }
    _ = try bytes((end ?? content.count) + text.count - place)
  }

  /// Goes on to where a number may lie.
  mutating func align() throws(ModelFileError) { _ = try bytes(-place & 3) }
}
