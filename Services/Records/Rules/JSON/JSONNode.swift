/// One value of a JSON text: what it is, and where its bytes are. Nodes stand in the order of the text, a container before what
/// it holds.
struct JSONNode: Sendable {
    enum Kind: UInt8, Sendable { case object, array, string, number, `true`, `false`, null }

    let kind: Kind
    /// A string with a backslash in it.
    var isEscaped = false
    /// The same of its key.
    let isKeyEscaped: Bool
    /// The bytes of the value, quotes and brackets included.
    let start: UInt32
    var end: UInt32
    /// The node after this one and all that it holds.
    var after: UInt32
    /// The bytes of the member's name, without quotes; empty and at 0 when the value is no member.
    let keyStart: UInt32
    let keyEnd: UInt32

    var isMember: Bool { keyStart != 0 }
}
