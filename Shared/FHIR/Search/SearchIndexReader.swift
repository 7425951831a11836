/// Reads a `SearchIndex` from a place on. What does not fit ends it.
struct SearchIndexReader {
    private let bytes: [UInt8]
    var position: Int
    private let end: Int

    init(_ bytes: [UInt8], at position: Int, until end: Int? = nil) {
        self.bytes = bytes
        self.position = position
        self.end = min(end ?? bytes.count, bytes.count)
    }

    var isAtEnd: Bool { position >= end }

    mutating func byte() -> UInt8? {
        guard position < end else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// The places of the next bytes, which are passed over; nil, at the end, where there are not so many.
    mutating func take(_ count: Int) -> Range<Int>? {
        guard count >= 0, count <= end - position else {
            position = end
            return nil
        }
        defer { position += count }
        return position..<(position + count)
    }

    /// - Parameter range: of the index's bytes.
    func withBytes<R>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    mutating func number() -> Int? {
        var number: UInt = 0
        var shift: UInt = 0
        while position < end, shift < 63 {
            let byte = bytes[position]
            position += 1
            number |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(number) }
            shift += 7
        }
        return nil
    }

    /// Of a list of values.
    mutating func length() -> Int? {
        guard end - position >= 4 else { return nil }
        defer { position += 4 }
        return bytes.withUnsafeBytes { Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt32.self))) }
    }

    mutating func skipText() -> Bool {
        guard let length = number() else { return false }
        if length & 1 == 0 {
            guard length >> 1 <= end - position else { return false }
            position += length >> 1
        }
        return true
    }

    mutating func text() -> String? {
        guard let length = number() else { return nil }
        if length & 1 == 1 { return length >> 1 < SearchIndexTexts.all.count ? SearchIndexTexts.all[length >> 1] : nil }
        guard length >> 1 <= end - position else { return nil }
        defer { position += length >> 1 }
        return bytes.withUnsafeBufferPointer { String(decoding: $0[position..<(position + length >> 1)], as: UTF8.self) }
    }

    private mutating func word() -> UInt64? {
        guard end - position >= 8 else { return nil }
        defer { position += 8 }
        return bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)) }
    }

    private mutating func interval() -> SearchValue.Interval? {
        guard let value = word(), let low = word(), let high = word() else { return nil }
        return SearchValue.Interval(value: Double(bitPattern: value), low: Double(bitPattern: low), high: Double(bitPattern: high))
    }

    private mutating func text(_ flags: UInt8, _ place: UInt8) -> String? { flags & (8 << place) == 0 ? nil : text() }

    /// The next one; nil at the end.
    mutating func value() -> SearchValue? {
        guard position < end, let tag = SearchIndexTag(rawValue: bytes[position] & 7) else { return nil }
        let flags = bytes[position]
        position += 1
        switch tag {
        case .token: return .token(system: text(flags, 0), code: text(flags, 1), text: text(flags, 2))
        case .string: return .string(text(flags, 0) ?? "")
        case .uri: return .uri(text(flags, 0) ?? "")
        case .reference:
            return .reference(
                SearchValue.ReferenceValue(
                    type: text(flags, 0), id: text(flags, 1), url: text(flags, 2), identifierSystem: text(flags, 3), identifierValue: text(flags, 4)))
        case .date:
            guard let from = word(), let until = word() else { return nil }
            return .date(from: Int64(bitPattern: from), until: Int64(bitPattern: until))
        case .number: return interval().map(SearchValue.number)
        case .quantity:
            let (system, code, unit) = (text(flags, 0), text(flags, 1), text(flags, 2))
            return interval().map { .quantity($0, system: system, code: code, unit: unit) }
        case .composite: return composite()
        }
    }

    private mutating func composite() -> SearchValue? {
        guard let count = number(), count <= 16 else { return nil }
        var components: [[SearchValue]] = []
        for _ in 0..<count {
            guard let length = length(), length <= end - position else { return nil }
            var inner = SearchIndexReader(bytes, at: position, until: position + length)
            var values: [SearchValue] = []
            while let value = inner.value() { values.append(value) }
            components.append(values)
            position += length
        }
        return .composite(components)
    }
}
