/// The toolkit's own model data, compiled into the program.
public enum Models {
  /// The decoder settings as JSON.
  public static var decoderSettings: [UInt8] { PackageResources.decoder_json }
}
