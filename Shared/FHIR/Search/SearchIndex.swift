/// What a resource has for each search parameter, in a compact form that is stored (sealed) beside it and read in place: a parameter's values are found
/// without making those of the others.
///
/// A form byte, a signature of eight bytes, the id when the client chose it, then a section for each parameter that has values, by number: the number, the section's
/// length in four bytes, its values. Number 0 is the resource's categories, by which tokens and consents are narrowed. Numbers are LEB128; a text is its length doubled and its bytes,
/// or an odd number that names a text of `SearchIndexTexts`.
package struct SearchIndex: Sendable, Equatable {
    /// The first byte: another form is made anew from the resource.
    static let form: UInt8 = 2
    /// A first byte that says: so many values that they are made from the resource whenever it is searched.
    static let tooLarge: UInt8 = 0
    /// In bytes.
    package static let most = 256 << 10
    /// The section of categories.
    package static let categories = 0
    /// The section of what a resource is about, by which consents are narrowed; above the number of every parameter.
    package static let subjects = 1 << 16
    /// The section of the words that lie beside it, by which consents are narrowed too.
    package static let annotations = subjects + 1
    /// The section of what its components and what is contained in it are about.
    package static let parts = subjects + 2

    package let bytes: [UInt8]
    /// Two bits for each code and id among the values: what lacks those of a search cannot match.
    package let signature: UInt64
    private let start: Int

    /// Nil when it is not of this form.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 10, bytes[0] == Self.form else { return nil }
        self.bytes = bytes
        signature = bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 1, as: UInt64.self)) }
        var reader = SearchIndexReader(bytes, at: 9)
        guard reader.skipText() else { return nil }
        start = reader.position
    }

    /// - Parameter id: the one that the client chose.
    package init(id: String?, _ values: [(parameter: Int, values: [SearchValue])]) {
        var writer = SearchIndexWriter(id: id ?? "")
        start = writer.bytes.count
        for (number, values) in values.sorted(by: { $0.parameter < $1.parameter }) where !values.isEmpty { writer.section(number, values) }
        writer.finish()
        bytes = writer.bytes
        signature = writer.signature
    }

    /// As it is stored.
    package var stored: [UInt8] { bytes.count > Self.most ? [Self.tooLarge] : bytes }

    /// The one that the client chose.
    package var id: String? {
        var reader = SearchIndexReader(bytes, at: 9)
        guard let id = reader.text(), !id.isEmpty else { return nil }
        return id
    }

    package func has(_ parameter: Int) -> Bool { section(parameter) != nil }

    package func values(_ parameter: Int) -> [SearchValue] {
        guard let section = section(parameter) else { return [] }
        var reader = SearchIndexReader(bytes, at: section.lowerBound, until: section.upperBound)
        var values: [SearchValue] = []
        while let value = reader.value() { values.append(value) }
        return values
    }

    /// Without a list of them.
    package func contains(_ parameter: Int, where isWanted: (SearchValue) -> Bool) -> Bool {
        guard let section = section(parameter) else { return false }
        var reader = SearchIndexReader(bytes, at: section.lowerBound, until: section.upperBound)
        while let value = reader.value() {
            if isWanted(value) { return true }
        }
        return false
    }

    func section(_ parameter: Int) -> Range<Int>? {
        var reader = SearchIndexReader(bytes, at: start)
        while let number = reader.number(), let length = reader.length() {
            let end = reader.position + length
            guard end <= bytes.count else { return nil }
            if number == parameter { return reader.position..<end }
            if number > parameter { return nil }
            reader.position = end
        }
        return nil
    }

    /// The bits of a code or id.
    static func bits(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        hash ^= hash >> 29
        return 1 << (hash & 63) | 1 << ((hash >> 6) & 63)
    }
}
