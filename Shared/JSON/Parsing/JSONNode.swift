/// One value of a JSON text: what it is, and where its bytes are. Nodes stand in the order of the text, a container before what
/// it holds.
package struct JSONNode: Sendable {
    package enum Kind: UInt8, Sendable { case object, array, string, number, `true`, `false`, null }

    package let kind: Kind
    /// A string with a backslash in it.
    package var isEscaped = false
    /// The same of its key.
    package let isKeyEscaped: Bool
    /// The bytes of the value, quotes and brackets included.
    package let start: UInt32
    package var end: UInt32 = 0
    /// The node after this one and all that it holds; 0 until that is known.
    package var after: UInt32 = 0
    /// The object or list that holds this; the root's is itself.
    package let parent: UInt32
    /// The bytes of the member's name, without quotes. No member: 0, and then its place in the list.
    package let keyStart: UInt32
    package let keyEnd: UInt32

    package var isMember: Bool { keyStart != 0 }
    /// In its list.
    var position: Int { isMember ? 0 : Int(keyEnd) }
}
