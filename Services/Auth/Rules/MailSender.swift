/// Who a mail says that it is from: `Careline <no-reply@example.org>`, or the address alone.
struct MailSender: Equatable, Sendable {
    var name: String?
    var address: MailAddress

    init(name: String?, address: MailAddress) {
        self.name = name
        self.address = address
    }

    /// Nil when it is neither, or its name has what would end the header.
    init?(_ text: String) {
        guard text.hasSuffix(">"), let bracket = text.lastIndex(of: "<") else {
            guard let address = try? MailAddress(text) else { return nil }
            self.init(name: nil, address: address)
            return
        }
        let name = text[..<bracket].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        let isPlain = name.allSatisfy { character in character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
        guard isPlain, name.count <= 100, let address = try? MailAddress(String(text[text.index(after: bracket)...].dropLast())) else { return nil }
        self.init(name: name.isEmpty ? nil : String(name), address: address)
    }
}
