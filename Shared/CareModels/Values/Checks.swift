import Foundation

/// Collects every fault of what was sent, so that a client hears of all at once: of rules and handlers alike. HTTP makes a 400 of the `Faults` that it throws.
public struct Checks: Sendable {
    /// The first ones: `Faults.most`, however many a client's list has.
    public private(set) var faults: [Fault]
    /// How many were found beside them: counted, and not kept.
    package private(set) var more: Int

    /// `faults`: those that were found before, in reading.
    public init(_ faults: [Fault] = []) {
        self.faults = Array(faults.prefix(Faults.most))
        more = faults.count - self.faults.count
    }

    package mutating func fail(_ field: String, _ message: Text) {
        if faults.count < Faults.most { faults.append(Fault(field, message)) } else { more += 1 }
    }

    /// Those of a part, each named by its place in the whole.
    package mutating func take(_ part: Faults, at place: (_ field: String) -> String) {
        for fault in part.all { fail(place(fault.field), fault.message) }
        more += part.more
    }

    /// Those that were found beside these, of the same whole; what has been said is not said again.
    package mutating func take(_ others: Faults) {
        for fault in others.all where !faults.contains(fault) { fail(fault.field, fault.message) }
        more += others.more
    }

    package mutating func check(_ condition: Bool, _ field: String, _ message: Text) {
        if !condition { fail(field, message) }
    }

    /// Of what was only counted nobody knows the field: then any may be, so that nothing is taken for well that is not.
    public func isFaulty(_ field: String) -> Bool { more > 0 || faults.contains { $0.field == field } }

    // MARK: Texts

    /// A line, such as an address or a file's name; labels are `name`s. Trimmed; nil (and a fault when `required`) if absent or empty; a fault when longer than `most` code
    /// points, as PostgreSQL counts characters, or with control characters, line breaks and tabs among them.
    public mutating func text(_ value: String?, _ field: String, required: Bool = false, most: Int) -> String? {
        checked(value?.trimmingCharacters(in: .whitespacesAndNewlines), field, required, most) { $0.properties.generalCategory == .control }
    }

    /// A line that stands for somebody or something, beside others: a name, a title, any label. As `text`, and with nothing that turns the direction of writing, by
    /// which it would read as another's, or turn what stands behind it.
    package mutating func name(_ value: String?, _ field: String, required: Bool = false, most: Int) -> String? {
        guard let name = text(value, field, required: required, most: most) else { return nil }
        guard !name.unicodeScalars.contains(where: \.turnsDirection) else {
            fail(field, "must not hold characters that turn the direction of writing (U+202A to U+202E, U+2066 to U+2069)")
            return nil
        }
        return name
    }

    /// For what a person writes to another: as it was sent, with the white space around it, which counts, and with line breaks and tabs. Nil, a fault when
    /// `required`, only if there is nothing else; otherwise as `text`.
    public mutating func prose(_ value: String?, _ field: String, required: Bool = false, most: Int) -> String? {
        checked(value, field, required, most) { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\r" && $0 != "\t" }
    }

    private mutating func checked(
        _ value: String?, _ field: String, _ required: Bool, _ most: Int, isForbidden: (Unicode.Scalar) -> Bool
    ) -> String? {
        guard let value, !value.allSatisfy(\.isWhitespace) else {
            if required { fail(field, "is required") }
            return nil
        }
        let count = value.unicodeScalars.count
        guard count <= most else {
            fail(field, "must have at most \(limit: most) characters (Unicode code points), not \(count)")
            return nil
        }
        guard !value.unicodeScalars.contains(where: isForbidden) else {
            fail(field, "must not hold control characters")
            return nil
        }
        return value
    }

    /// Where there is one, it has to be an http or https address with a host, and without anybody's password.
    public mutating func checkWebAddress(_ text: String?, _ field: String) {
        guard let text else { return }
        let parts = URLComponents(string: text)
        let isWeb = ["http", "https"].contains(parts?.scheme?.lowercased() ?? "") && parts?.host?.isEmpty == false
        check(isWeb && parts?.user == nil && parts?.password == nil, field, "must be an http or https address")
    }

    // MARK: The end

    /// Throws when anything failed.
    public func done() throws(Faults) {
        if let faults = Faults(faults, more: more) { throw faults }
    }

    /// The value that was checked, there when nothing failed.
    public func done<Value>(_ value: Value?) throws(Faults) -> Value {
        try done()
        guard let value else { throw Self.incomplete }
        return value
    }

    /// Both values.
    public func done<One, Other>(_ one: One?, _ other: Other?) throws(Faults) -> (One, Other) {
        try done()
        guard let one, let other else { throw Self.incomplete }
        return (one, other)
    }

    /// Something is missing and no check has said what: never none at all.
    private static var incomplete: Faults { Faults("request", "lacks something that is required") }
}
