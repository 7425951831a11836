/// FHIR's type `id`: case-sensitive, and a client may choose one.
enum ResourceID {
    static let pattern = "[A-Za-z0-9\\-\\.]{1,64}"

    static func isValid(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E
            }
    }
}
