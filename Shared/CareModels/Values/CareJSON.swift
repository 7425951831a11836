/// The one JSON dialect of Careline: camelCase keys, RFC 3339 instants, sorted keys so that equal values are equal bytes.
/// It is written and read by the module `JSON`.
public enum CareJSON {}
