/// Why bytes are no JSON that can be taken, and where.
struct JSONFault: Error, Equatable {
    enum Kind: Equatable {
        case empty, tooLong, tooDeep, tooMany, notUTF8, controlCharacter, badEscape, badNumber, badLiteral, unterminated, duplicateKey, afterTheEnd
        case expected(String)
    }

    var kind: Kind
    /// In bytes from the beginning.
    var offset: Int
    /// Where in the document, such as `code.coding[0].display`; empty at its root. Made of the names of members alone.
    var path: String

    var message: String {
        switch kind {
        case .empty: "the body is empty"
        case .tooLong: "the text is longer than \(JSONParser.longest) bytes"
        case .tooDeep: "the values are nested deeper than \(JSONParser.deepest) levels"
        case .tooMany: "the text holds more than \(JSONParser.mostValues) values"
        case .notUTF8: "the text is not valid UTF-8"
        case .controlCharacter: "a string holds a control character; write it as an escape"
        case .badEscape: "a string holds an escape that does not exist, or half of a surrogate pair"
        case .badNumber: "a number is not written as JSON wants it"
        case .badLiteral: "a value is none of true, false, null, a number, a string, an object or a list"
        case .unterminated: "the text ends too early"
        case .duplicateKey: "a member is given twice"
        case .afterTheEnd: "something follows the value"
        case .expected(let what): "\(what) was expected"
        }
    }
}
