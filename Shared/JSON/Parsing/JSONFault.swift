import CareModels

/// Why bytes are no JSON that can be taken, and where.
public struct JSONFault: Error, Equatable {
    public enum Kind: Equatable, Sendable {
        case empty, tooLong(Int), tooDeep(Int), tooMany(Int), byteOrderMark, notUTF8, nul, controlCharacter, badEscape, badNumber, badLiteral
        case unterminated, duplicateKey, afterTheEnd, tooManyMarks(Int)
        case expected(String)
        /// The task was cancelled: nothing is known about the rest.
        case cancelled
    }

    public var kind: Kind
    /// In bytes from the beginning.
    public var offset: Int
    /// Where in the document, such as `code.coding[0].display`; empty at its root. Made of the names of members alone.
    public var path: String

    public var message: String { text.description }

    package var text: Text {
        switch kind {
        case .empty: "the body is empty"
        case .tooLong(let limit): "the text is longer than \(limit) bytes"
        case .tooDeep(let limit): "the values are nested deeper than \(limit) levels"
        case .tooMany(let limit): "the text holds more than \(limit) values"
        case .byteOrderMark: "the text begins with a byte order mark; leave it out"
        case .notUTF8: "the text is not valid UTF-8"
        case .nul: "a string holds the NUL character"
        case .controlCharacter: "a string holds a control character; write it as an escape"
        case .badEscape: "a string holds an escape that does not exist, or half of a surrogate pair"
        case .badNumber: "a number is not written as JSON wants it"
        case .badLiteral: "a value is none of true, false, null, a number, a string, an object or a list"
        case .tooManyMarks(let limit): "a string holds more than \(limit) combining marks in a row"
        case .unterminated: "the text ends too early"
        case .duplicateKey: "a member is given twice"
        case .afterTheEnd: "something follows the value"
        case .expected(let what): "\(Text(template: what)) was expected"
        case .cancelled: "the reading was given up"
        }
    }
}
