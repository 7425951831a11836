import CareModels
import Foundation

/// A date, a dateTime or a time with the precision that it is written with.
package struct FHIRPathTime: Sendable, Equatable {
    package enum Precision: Int, Sendable, Comparable {
        case year, month, day, hour, minute, second, millisecond

        package static func < (_ one: Precision, _ other: Precision) -> Bool { one.rawValue < other.rawValue }
    }

    /// Year, month, day, hour, minute, second; beyond the precision the first of its kind. A time has the year 1970.
    var fields: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int)
    /// As many digits as were written, to nanoseconds.
    var nanoseconds = 0
    package internal(set) var precision: Precision
    /// In minutes; nil where none is written, which counts as UTC.
    package internal(set) var offset: Int?
    /// As it was written; after arithmetic what means the same.
    package internal(set) var text: String

    package static func == (_ one: FHIRPathTime, _ other: FHIRPathTime) -> Bool { one.text == other.text }

    /// Milliseconds since 1970 of its beginning.
    var milliseconds: Int { seconds * 1_000 + nanoseconds / 1_000_000 }

    var seconds: Int {
        let days = CivilDate(year: fields.year, month: fields.month, day: fields.day)?.daysSince1970 ?? 0
        return ((days * 24 + fields.hour) * 60 + fields.minute - (offset ?? 0)) * 60 + fields.second
    }

    // MARK: Reading

    /// What a `@` begins.
    static func literal(_ text: String) -> FHIRPathValue? {
        if text.hasPrefix("T") { return time(String(text.dropFirst())).map { .time($0) } }
        if text.hasSuffix("T") { return date(String(text.dropLast())).map { .dateTime($0) } }
        if text.utf8.contains(UInt8(ascii: "T")) { return dateTime(text).map { .dateTime($0) } }
        return date(text).map { .date($0) }
    }

    static func date(_ text: String) -> FHIRPathTime? {
        var reader = Reader(text)
        guard let time = reader.date(), reader.isAtEnd else { return nil }
        return time
    }

    /// A date too is one.
    static func dateTime(_ text: String) -> FHIRPathTime? {
        var reader = Reader(text)
        guard var time = reader.date() else { return nil }
        if reader.isAtEnd { return time }
        guard time.precision == .day, reader.take("T") else { return nil }
        if reader.isAtEnd { return time }
        guard reader.clock(&time), reader.zone(&time), reader.isAtEnd else { return nil }
        return time
    }

    static func time(_ text: String) -> FHIRPathTime? {
        var reader = Reader(text)
        var time = FHIRPathTime(fields: (1970, 1, 1, 0, 0, 0), precision: .hour, text: text)
        guard reader.clock(&time), reader.isAtEnd else { return nil }
        return time
    }

    private struct Reader {
        let text: String
        let bytes: [UInt8]
        var position = 0

        init(_ text: String) {
            self.text = text
            bytes = Array(text.utf8.prefix(64))
        }

        var isAtEnd: Bool { position == bytes.count }

        mutating func take(_ sign: String) -> Bool {
            guard position < bytes.count, bytes[position] == sign.utf8.first else { return false }
            position += 1
            return true
        }

        mutating func number(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
            guard position + count <= bytes.count else { return nil }
            var number = 0
            for byte in bytes[position..<position + count] {
                guard (0x30...0x39).contains(byte) else { return nil }
                number = number * 10 + Int(byte - 0x30)
            }
            guard range.contains(number) else { return nil }
            position += count
            return number
        }

        mutating func date() -> FHIRPathTime? {
            guard let year = number(4, 1...9999) else { return nil }
            var time = FHIRPathTime(fields: (year, 1, 1, 0, 0, 0), precision: .year, text: text)
            guard take("-") else { return time }
            guard let month = number(2, 1...12) else { return nil }
            time.fields.month = month
            time.precision = .month
            guard take("-") else { return time }
            guard let day = number(2, 1...31), CivilDate(year: year, month: month, day: day) != nil else { return nil }
            time.fields.day = day
            time.precision = .day
            return time
        }

        mutating func clock(_ time: inout FHIRPathTime) -> Bool {
            guard let hour = number(2, 0...23) else { return false }
            time.fields.hour = hour
            time.precision = .hour
            guard take(":") else { return true }
            guard let minute = number(2, 0...59) else { return false }
            time.fields.minute = minute
            time.precision = .minute
            guard take(":") else { return true }
            guard let second = number(2, 0...60) else { return false }
            time.fields.second = second
            time.precision = .second
            guard take(".") else { return true }
            var unit = 100_000_000
            let start = position
            while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
                time.nanoseconds += Int(bytes[position] - 0x30) * unit
                unit /= 10
                position += 1
            }
            time.precision = .millisecond
            return position > start
        }

        mutating func zone(_ time: inout FHIRPathTime) -> Bool {
            if take("Z") {
                time.offset = 0
                return true
            }
            let isWest = take("-")
            guard isWest || take("+") else { return true }
            guard let hours = number(2, 0...14), take(":"), let minutes = number(2, 0...59) else { return false }
            time.offset = (hours * 60 + minutes) * (isWest ? -1 : 1)
            return true
        }
    }

    // MARK: Comparing

    /// Which is the earlier; nil when their precision does not say. Seconds and their fractions count as one.
    func order(_ other: FHIRPathTime) -> Int? {
        let (one, other) = (utc, other.utc)
        let pairs = zip(one.compared, other.compared)
        for (index, (left, right)) in pairs.enumerated() {
            let (isLeft, isRight) = (index <= one.isAsPreciseAs.rawValue, index <= other.isAsPreciseAs.rawValue)
            if !isLeft, !isRight { return 0 }
            guard isLeft, isRight else { return nil }
            if left != right { return left < right ? -1 : 1 }
        }
        return 0
    }

    /// The second with its fraction last; fields beyond both precisions are equal.
    private var compared: [Int] {
        let end = min(precision, .second).rawValue
        let all = [fields.year, fields.month, fields.day, fields.hour, fields.minute, fields.second * 1_000_000_000 + nanoseconds]
        return all.enumerated().map { $0.offset <= end ? $0.element : -1 }
    }

    var isAsPreciseAs: Precision { min(precision, .second) }

    /// The same at UTC, where there is a time of day and an offset from it.
    private var utc: FHIRPathTime {
        guard precision >= .hour, let offset, offset != 0 else { return self }
        var utc = self
        utc.offset = 0
        utc.set(seconds: seconds)
        return utc
    }

    private mutating func set(seconds: Int) {
        let local = seconds + (offset ?? 0) * 60
        let days = Int((Double(local) / 86_400).rounded(.down))
        let rest = local - days * 86_400
        guard let date = CivilDate(daysSince1970: days) as CivilDate? else { return }
        fields = (date.year, date.month, date.day, rest / 3_600, rest / 60 % 60, rest % 60)
    }

    // MARK: Counting

    /// So many of a duration's unit later; nil beyond the years 1 to 9999. What is finer than the precision counts as whole ones of it:
    /// 2016 + 18 months is 2017.
    func adding(_ amount: FHIRDecimal, _ unit: String, isTime: Bool) -> FHIRPathTime? {
        let isFine = unit == "second" || unit == "millisecond"
        let whole: Int128 = amount.digits < 0 ? amount.ceiling : amount.floor
        guard let count = Int(exactly: whole), count.magnitude < 1 << 50 else { return nil }
        var sum = self
        switch unit {
        case "year", "month":
            guard !isTime else { return nil }
            let months = unit == "year" ? count * 12 : count
            return precision == .year ? sum.add(months: months / 12 * 12) : sum.add(months: months)
        case _ where isFine:
            guard let nanos = amount.times(FHIRDecimal(unit == "second" ? 1_000_000_000 : 1_000_000))?.floor, let nanos = Int(exactly: nanos) else { return nil }
            return sum.add(nanoseconds: nanos, isTime: isTime)
        default:
            guard let seconds = ["week": 604_800, "day": 86_400, "hour": 3_600, "minute": 60][unit] else { return nil }
            let (total, isOver) = count.multipliedReportingOverflow(by: seconds)
            guard !isOver, total.magnitude < 1 << 40 else { return nil }
            if isTime || precision >= .hour { return sum.add(seconds: total, isTime: isTime) }
            let days = total / 86_400
            switch precision {
            case .year: return sum.add(months: days / 365 * 12)
            case .month: return sum.add(months: days / 30)
            default: return sum.add(seconds: days * 86_400, isTime: false)
            }
        }
    }

    private mutating func add(nanoseconds added: Int, isTime: Bool) -> FHIRPathTime? {
        if !isTime, precision < .hour { return add(seconds: added / 1_000_000_000 / 86_400 * 86_400, isTime: false) }
        let (total, isOver) = nanoseconds.addingReportingOverflow(added)
        guard !isOver else { return nil }
        // Rounded down, in whole numbers.
        let (whole, rest) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
        let seconds = rest < 0 ? whole - 1 : whole
        nanoseconds = rest < 0 ? rest + 1_000_000_000 : rest
        if nanoseconds != 0, precision == .second { precision = .millisecond }
        return add(seconds: seconds, isTime: isTime)
    }

    private mutating func add(seconds added: Int, isTime: Bool) -> FHIRPathTime? {
        var total = seconds + added
        if isTime { total = (total % 86_400 + 86_400) % 86_400 }
        let years = -62_135_596_800...253_402_300_799
        // There where it is written for, too.
        guard years.contains(total), isTime || years.contains(total + (offset ?? 0) * 60) else { return nil }
        set(seconds: total)
        text = written(isTime: isTime)
        return self
    }

    private mutating func add(months: Int) -> FHIRPathTime? {
        let total = fields.year * 12 + fields.month - 1 + months
        guard (12..<120_000).contains(total) else { return nil }
        (fields.year, fields.month) = (total / 12, total % 12 + 1)
        // The last day of a shorter month.
        while CivilDate(year: fields.year, month: fields.month, day: fields.day) == nil, fields.day > 28 { fields.day -= 1 }
        text = written(isTime: false)
        return self
    }

    private func written(isTime: Bool) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        var text = ""
        if !isTime {
            text = String(repeating: "0", count: 4 - String(fields.year).utf8.count) + String(fields.year)
            if precision >= .month { text += "-" + two(fields.month) }
            if precision >= .day { text += "-" + two(fields.day) }
            guard precision >= .hour else { return text }
            text += "T"
        }
        text += two(fields.hour)
        if precision >= .minute { text += ":" + two(fields.minute) }
        if precision >= .second { text += ":" + two(fields.second) }
        if precision >= .millisecond {
            let digits = String(nanoseconds / 1_000_000)
            text += "." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
        }
        guard !isTime, let offset else { return text }
        return text + (offset == 0 ? "Z" : (offset < 0 ? "-" : "+") + two(Int(offset.magnitude) / 60) + ":" + two(Int(offset.magnitude) % 60))
    }

    init(fields: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int), precision: Precision, text: String) {
        self.fields = fields
        self.precision = precision
        self.text = text
    }

    /// An instant to the millisecond, in UTC.
    static func now(_ date: Date) -> FHIRPathTime? { dateTime(RFC3339.format(date)) }
}

extension FHIRPathTime {
    /// In milliseconds since 1970, as long as its precision; the end is not part of it.
    var interval: (Int64, Int64) {
        let from = Int64(milliseconds)
        switch precision {
        case .millisecond: return (from, from + 1)
        case .second: return (from, from + 1_000)
        case .minute: return (from, from + 60_000)
        case .hour: return (from, from + 3_600_000)
        case .day: return (from, from + 86_400_000)
        case .month, .year:
            let (year, month) = precision == .year || fields.month == 12 ? (fields.year + 1, 1) : (fields.year, fields.month + 1)
            let next = CivilDate(year: year, month: month, day: 1).map { Int64($0.daysSince1970) * 86_400_000 }
            return (from, next ?? from)
        }
    }
}
