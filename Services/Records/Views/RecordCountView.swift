/// How many records there are.
struct RecordCountView: Encodable, Sendable {
    var count: Int
}
