import Foundation

struct SearchIndexWriter {
    private(set) var bytes: [UInt8] = []
    private(set) var signature: UInt64 = 0

    /// The form and room for the signature, then the id.
    init(id: String) {
        bytes.reserveCapacity(1024)
        bytes.append(SearchIndex.form)
        word(0)
        text(id)
    }

    mutating func finish() {
        for place in 0..<8 { bytes[1 + place] = UInt8(truncatingIfNeeded: signature >> UInt64(8 * place)) }
    }

    mutating func section(_ number: Int, _ values: [SearchValue]) {
        self.number(number)
        list(values)
    }

    /// The length in four bytes, which is known when it is behind them.
    private mutating func list(_ values: [SearchValue]) {
        let start = bytes.count
        for _ in 0..<4 { bytes.append(0) }
        for value in values { self.value(value) }
        let length = UInt32(truncatingIfNeeded: bytes.count - start - 4)
        for place in 0..<4 { bytes[start + place] = UInt8(truncatingIfNeeded: length >> UInt32(8 * place)) }
    }

    mutating func number(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func text(_ text: String) {
        if let known = SearchIndexTexts.number(of: text) {
            number(known << 1 | 1)
            return
        }
        number(text.utf8.count << 1)
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func word(_ word: UInt64) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * place))) }
    }

    /// Which of them there are, then those.
    private mutating func texts(_ tag: SearchIndexTag, _ texts: String?...) {
        var flags = tag.rawValue
        for (place, text) in texts.enumerated() where text != nil { flags |= 8 << UInt8(place) }
        bytes.append(flags)
        for case let text? in texts { self.text(text) }
    }

    mutating func value(_ value: SearchValue) {
        switch value {
        case .token(let system, let code, let text):
            texts(.token, system, code, text)
            if let code { signature |= SearchIndex.bits(code) }
        case .string(let text): texts(.string, text)
        case .uri(let uri): texts(.uri, uri)
        case .reference(let reference):
            texts(.reference, reference.type, reference.id, reference.url, reference.identifierSystem, reference.identifierValue)
            if let id = reference.id { signature |= SearchIndex.bits(id) }
        case .date(let from, let until):
            bytes.append(SearchIndexTag.date.rawValue)
            word(UInt64(bitPattern: from))
            word(UInt64(bitPattern: until))
        case .number(let interval):
            bytes.append(SearchIndexTag.number.rawValue)
            self.interval(interval)
        case .quantity(let interval, let system, let code, let unit):
            texts(.quantity, system, code, unit)
            self.interval(interval)
        case .composite(let components):
            bytes.append(SearchIndexTag.composite.rawValue)
            number(components.count)
            for component in components { list(component) }
        }
    }

    private mutating func interval(_ interval: SearchValue.Interval) {
        word(interval.value.bitPattern)
        word(interval.low.bitPattern)
        word(interval.high.bitPattern)
    }
}

/// Of a value, in the lowest three bits of its first byte; the others say which texts it has.
enum SearchIndexTag: UInt8 { case token, string, uri, reference, date, number, quantity, composite }

/// Texts that nearly every resource repeats, by a number. Only ever added to, at the end: their numbers are stored.
enum SearchIndexTexts {
    static let all = [
        "http://loinc.org", "http://snomed.info/sct", "http://unitsofmeasure.org", "http://www.nlm.nih.gov/research/umls/rxnorm",
        "http://hl7.org/fhir/sid/cvx", "http://hl7.org/fhir/sid/icd-10", "http://hl7.org/fhir/sid/icd-10-cm", "http://hl7.org/fhir/sid/us-npi",
        "http://terminology.hl7.org/CodeSystem/observation-category", "http://terminology.hl7.org/CodeSystem/condition-clinical",
        "http://terminology.hl7.org/CodeSystem/condition-ver-status", "http://terminology.hl7.org/CodeSystem/condition-category",
        "http://terminology.hl7.org/CodeSystem/v2-0203", "http://terminology.hl7.org/CodeSystem/v3-ActCode", "http://terminology.hl7.org/CodeSystem/v3-RoleClass",
        "http://terminology.hl7.org/CodeSystem/v3-ParticipationType", "http://hl7.org/fhir/observation-status", "http://hl7.org/fhir/observation-category",
        "http://hl7.org/fhir/sid/us-ssn", "urn:ietf:rfc:3986", "urn:iso:std:iso:4217", "Patient", "Practitioner", "Organization", "Encounter", "Observation",
        "Condition", "Location", "Device", "Claim", "MedicationRequest", "ServiceRequest", "Procedure", "CareTeam", "CarePlan", "Group", "final", "active",
        "completed", "finished", "laboratory", "vital-signs", "resolved", "confirmed", "female", "male"
    ]

    /// By how many bytes they are: most texts are as long as few of them, and compared with those sooner than hashed.
    private static let numbers: [[Int]] = (0...(all.map(\.utf8.count).max() ?? 0)).map { length in all.indices.filter { all[$0].utf8.count == length } }

    static func number(of text: String) -> Int? {
        let length = text.utf8.count
        return length < numbers.count ? numbers[length].first { all[$0] == text } : nil
    }
}
