import CareModels

/// Reads dates and times as FHIR writes them: days that there are in the proleptic Gregorian calendar, seconds up to a leap second, a time zone with every
/// time of a day that has one.
struct DateSyntax {
    private let text: UnsafeBufferPointer<UInt8>
    private let release: FHIRRelease

    init(_ text: UnsafeBufferPointer<UInt8>, _ release: FHIRRelease) {
        self.text = text
        self.release = release
    }

    /// `2026`, `2026-03`, `2026-03-06`.
    var isDate: Bool { dateEnd == text.count }

    var isDateTime: Bool {
        guard let end = dateEnd else { return false }
        return end == text.count || end == dayEnd && hasTimeAndZone(from: end)
    }

    var isInstant: Bool {
        guard let end = dateEnd, end == dayEnd else { return false }
        return hasTimeAndZone(from: end)
    }

    var isTime: Bool { timeEnd(from: 0) == text.count }

    // MARK: Parts

    /// STU3 has years before the first too.
    private var yearStart: Int { release == .stu3 && text.first == UInt8(ascii: "-") ? 1 : 0 }
    private var dayEnd: Int { yearStart + 10 }

    private var dateEnd: Int? {
        let start = yearStart
        guard let year = number(at: start, digits: 4), year > 0 || release == .stu3 else { return nil }
        guard at(start + 4) == UInt8(ascii: "-") else { return start + 4 }
        guard let month = number(at: start + 5, digits: 2), (1...12).contains(month) else { return nil }
        guard at(start + 7) == UInt8(ascii: "-") else { return start + 7 }
        // The calendar repeats itself every 400 years.
        guard let day = number(at: start + 8, digits: 2), CivilDate(year: 2000 + year % 400, month: month, day: day) != nil else { return nil }
        return start + 10
    }

    private func hasTimeAndZone(from start: Int) -> Bool {
        guard at(start) == UInt8(ascii: "T"), let end = timeEnd(from: start + 1) else { return false }
        if at(end) == UInt8(ascii: "Z") { return end + 1 == text.count }
        guard at(end) == UInt8(ascii: "+") || at(end) == UInt8(ascii: "-"), end + 6 == text.count, at(end + 3) == UInt8(ascii: ":") else { return false }
        guard let hours = number(at: end + 1, digits: 2), let minutes = number(at: end + 4, digits: 2), minutes < 60 else { return false }
        return hours < 14 || hours == 14 && minutes == 0
    }

    /// `hh:mm:ss`, with decimals.
    private func timeEnd(from start: Int) -> Int? {
        guard let hour = number(at: start, digits: 2), hour < 24, at(start + 2) == UInt8(ascii: ":") else { return nil }
        guard let minute = number(at: start + 3, digits: 2), minute < 60, at(start + 5) == UInt8(ascii: ":") else { return nil }
        guard let second = number(at: start + 6, digits: 2), second <= 60 else { return nil }
        guard at(start + 8) == UInt8(ascii: ".") else { return start + 8 }
        var end = start + 9
        while let byte = at(end), PrimitiveSyntax.isDigit(byte) { end += 1 }
        return end > start + 9 ? end : nil
    }

    private func at(_ place: Int) -> UInt8? { place < text.count ? text[place] : nil }

    private func number(at start: Int, digits: Int) -> Int? {
        guard start + digits <= text.count else { return nil }
        var value = 0
        for byte in text[start..<start + digits] {
            guard PrimitiveSyntax.isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }
}
