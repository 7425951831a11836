/// A value of the search parameter `category`, as a scope has it (https://hl7.org/fhir/R4/search.html#token): `system|code`, `code` of any system, `|code` of none,
/// `system|` for each of its codes.
public struct CategoryToken: Hashable, Sendable {
    enum System: Hashable, Sendable {
        case any, none
        case named(String)
    }

    let system: System
    /// Nil for each.
    public let code: String?

    /// A system is an address; a code is short and plain, since people read it where they are asked.
    private static let longestSystem = 160
    private static let longestCode = 64

    init(system: System, code: String?) {
        self.system = system
        self.code = code
    }

    /// Nil when it is none.
    init?(_ text: String) {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), let last = parts.last else { return nil }
        code = last.isEmpty ? nil : last
        system = parts.count == 1 ? .any : parts[0].isEmpty ? .none : .named(parts[0])
        if let code, !Self.isCode(code) { return nil }
        switch system {
        case .any, .none: if code == nil { return nil }
        case .named(let system): if !Self.isSystem(system) { return nil }
        }
    }

    public var text: String {
        switch system {
        case .any: code ?? ""
        case .none: "|\(code ?? "")"
        case .named(let system): "\(system)|\(code ?? "")"
        }
    }

    /// Whether it stands for a coding.
    public func matches(system: String?, code: String?) -> Bool {
        if let own = self.code, own != code { return false }
        return switch self.system {
        case .any: true
        case .none: system == nil
        case .named(let own): own == system
        }
    }

    /// The others that stand for all that it stands for.
    var wider: [CategoryToken] {
        var wider: [CategoryToken] = []
        if system != .any, code != nil { wider.append(CategoryToken(system: .any, code: code)) }
        if case .named = system, code != nil { wider.append(CategoryToken(system: system, code: nil)) }
        return wider
    }

    /// What both stand for; nil when that is nothing.
    func meet(_ other: CategoryToken) -> CategoryToken? {
        let system: System
        switch (self.system, other.system) {
        case (let one, let other) where one == other: system = one
        case (.any, let other): system = other
        case (let one, .any): system = one
        default: return nil
        }
        if let code, let others = other.code, code != others { return nil }
        return CategoryToken(system: system, code: code ?? other.code)
    }

    private static func isCode(_ text: String) -> Bool {
        text.utf8.count <= longestCode && text.utf8.allSatisfy { isWord($0) }
    }

    private static func isSystem(_ text: String) -> Bool {
        text.utf8.count <= longestSystem && text.utf8.allSatisfy { isWord($0) || [0x2F, 0x3A, 0x7E].contains($0) }
    }

    /// a–z, A–Z, 0–9, `-`, `.` and `_`.
    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
    }
}
