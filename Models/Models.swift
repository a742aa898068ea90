/// The toolkit's own model data, compiled into the program.
public enum Models {
  /// The decoder's settings: a JSON object.
  public static var decoderSettings: [UInt8] { PackageResources.decoder_json }

  /// Extra pronunciations, in the format of the CMU dictionary.
  public static var pronunciations: [UInt8] { PackageResources.pronunciations_dict }
}
