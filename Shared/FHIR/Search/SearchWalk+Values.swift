import JSON

/// What a datatype is for a kind of parameter (http://hl7.org/fhir/R4/search.html, the tables of each kind).
extension SearchWalk {
    mutating func add(_ kind: SearchParameter.Kind, _ form: SearchForm, _ value: Int, to slot: Int) {
        if case .extension = form { return addExtension(kind, value, to: slot) }
        switch kind {
        case .token: addToken(form, value, to: slot)
        case .string: addString(form, value, to: slot)
        case .reference: addReference(form, value, to: slot)
        case .date: if let date = date(form, value) { append(date, to: slot) }
        case .number: if let number = number(form, value) { append(.number(number), to: slot) }
        case .quantity: addQuantity(form, value, to: slot)
        case .uri: if case .none = form {} else if let text = text(value) { addURI(text, to: slot) }
        case .composite, .special: break
        }
    }

    private mutating func addURI(_ text: String, to slot: Int) {
        append(.uri(text), to: slot)
        // A source may name the request beside the system, as uri#request: either finds it.
        guard plan.parameters[slot].code == "_source", let mark = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return }
        for part in [text[..<mark], text[mark...]] where part.utf8.count > 1 && part.utf8.count < text.utf8.count { append(.uri(String(part)), to: slot) }
    }

    private mutating func addExtension(_ kind: SearchParameter.Kind, _ value: Int, to slot: Int) {
        guard nodes[value].kind == .object else { return }
        let types = FHIRTypes.of(plan.release)
        for child in items(value) {
            guard let name = JSONValue(document: document, index: child).name, let member = types.member(name, of: "Extension"), member.element == "value" else {
                continue
            }
            let form = SearchForm(member.type, types)
            if case .extension = form { continue }
            add(kind, form, child, to: slot)
        }
    }

    // MARK: Tokens

    private mutating func addToken(_ form: SearchForm, _ value: Int, to slot: Int) {
        switch form {
        case .coding: if let token = coding(value) { append(token, to: slot) }
        case .concept:
            for token in tokens(ofConcept: value, { $0.concept(value) }) { append(token, to: slot) }
        case .identifier:
            let type = member(value, .type)
            let words = type.flatMap { text($0, .text) ?? member($0, .coding).flatMap { items($0).lazy.compactMap { text($0, .display) }.first } }
            let (system, code) = (text(value, .system), text(value, .value))
            if system != nil || code != nil { append(.token(system: system, code: code, text: words), to: slot) }
        // As others have it: `phone|555-1234`.
        case .contactPoint: if let code = text(value, .value) { append(.token(system: text(value, .system), code: code), to: slot) }
        case .text, .boolean, .number, .canonical, .moment: if let code = text(value) { append(.token(system: nil, code: code), to: slot) }
        default: break
        }
    }

    private func concept(_ value: Int) -> [SearchValue] {
        var tokens: [SearchValue] = []
        if let codings = member(value, .coding), nodes[codings].kind == .array {
            for coding in items(codings) {
                guard tokens.count < Self.mostOfOne else { break }
                if let token = self.coding(coding) { tokens.append(token) }
            }
        }
        if let text = text(value, .text) { tokens.append(.token(system: nil, code: nil, text: text)) }
        return tokens
    }

    private func coding(_ value: Int) -> SearchValue? {
        let (system, code, display) = (text(value, .system), text(value, .code), text(value, .display))
        return system != nil || code != nil || display != nil ? .token(system: system, code: code, text: display) : nil
    }

    // MARK: Strings

    private static let nameParts = [SearchName.Known.text, .family, .given, .prefix, .suffix]
    private static let addressParts = [SearchName.Known.text, .line, .city, .district, .state, .postalCode, .country]

    private mutating func addString(_ form: SearchForm, _ value: Int, to slot: Int) {
        switch form {
        case .humanName: addParts(Self.nameParts, whole: [.prefix, .given, .family, .suffix], value, to: slot)
        case .address: addParts(Self.addressParts, whole: [], value, to: slot)
        case .text, .canonical, .number, .boolean, .moment: if let text = text(value) { append(.string(text), to: slot) }
        case .concept: if let text = text(value, .text) { append(.string(text), to: slot) }
        default: break
        }
    }

    private mutating func addParts(_ names: [SearchName.Known], whole: [SearchName.Known], _ value: Int, to slot: Int) {
        for name in names {
            guard let part = member(value, name) else { continue }
            for text in texts(part) { append(.string(text), to: slot) }
        }
        // A name is looked for as it is spoken, too.
        guard !whole.isEmpty, member(value, .text) == nil else { return }
        let words = whole.flatMap { member(value, $0).map { texts($0) } ?? [] }
        if words.count > 1 { append(.string(Self.cut(words.joined(separator: " "))), to: slot) }
    }

    private func texts(_ value: Int) -> [String] {
        guard nodes[value].kind == .array else { return text(value).map { [$0] } ?? [] }
        var texts: [String] = []
        for item in items(value) {
            guard texts.count < Self.mostOfOne else { break }
            if let text = text(item) { texts.append(text) }
        }
        return texts
    }

    // MARK: References

    private mutating func addReference(_ form: SearchForm, _ value: Int, to slot: Int) {
        switch form {
        case .reference:
            var reference = SearchValue.ReferenceValue()
            if let text = text(value, .reference) {
                // What is contained has no address of its own.
                if text.utf8.first == UInt8(ascii: "#") { return }
                reference = place(text)
            }
            if let identifier = member(value, .identifier) {
                (reference.identifierSystem, reference.identifierValue) = (text(identifier, .system), text(identifier, .value))
                if reference.type == nil, reference.url == nil { reference.type = text(value, .type) }
            }
            if reference.id != nil || reference.url != nil || reference.identifierValue != nil || reference.identifierSystem != nil {
                append(.reference(reference), to: slot)
            }
        // `Provenance.entity.what` of STU3, and its like.
        case .identifier:
            let (system, code) = (text(value, .system), text(value, .value))
            if system != nil || code != nil { append(.reference(.init(identifierSystem: system, identifierValue: code)), to: slot) }
        case .resource:
            if let type = text(value, .resourceType), let id = text(value, .id) { append(.reference(.init(type: type, id: id)), to: slot) }
        case .canonical, .text:
            guard let text = text(value), text.utf8.first != UInt8(ascii: "#") else { return }
            append(.reference(place(text)), to: slot)
        default: break
        }
    }

    /// `Patient/1`, also under this server's address and of one version; whatever else is a url as it is written, a canonical one with its `|version`.
    private func place(_ text: String) -> SearchValue.ReferenceValue {
        var path = text[...]
        if !base.isEmpty, text.utf8.starts(with: base) {
            path = path.dropFirst(String(decoding: base, as: UTF8.self).count)
            if path.utf8.first == UInt8(ascii: "/") { path = path.dropFirst() }
        }
        // What has more parts than a version's address is none here.
        var parts = path.lastParts(5)
        if parts.count == 4, parts[2] == "_history" { parts.removeLast(2) }
        guard parts.count == 2, !parts[1].isEmpty, plan.release.hasType(parts[0]) else { return .init(url: text) }
        return .init(type: parts[0], id: parts[1])
    }

    // MARK: Dates

    private func date(_ form: SearchForm, _ value: Int) -> SearchValue? {
        switch form {
        case .moment, .text: return text(value).flatMap { moment($0) }.map { .date(from: $0.0, until: $0.1) }
        case .period: return period(value)
        case .timing:
            // Only its outer limits count.
            var (from, until) = (Int64.max, Int64.min)
            if let events = member(value, .event) {
                for text in texts(events) {
                    guard let event = moment(text) else { continue }
                    (from, until) = (min(from, event.0), max(until, event.1))
                }
            }
            if let bounds = member(value, .timingRepeat).flatMap({ member($0, .boundsPeriod) }), case .date(let first, let last)? = period(bounds) {
                (from, until) = (min(from, first), max(until, last))
            }
            return from < until ? .date(from: from, until: until) : nil
        default: return nil
        }
    }

    private func period(_ value: Int) -> SearchValue? {
        let (start, end) = (text(value, .start).flatMap { moment($0) }, text(value, .end).flatMap { moment($0) })
        guard start != nil || end != nil else { return nil }
        let (from, until) = (start?.0 ?? .min, end?.1 ?? .max)
        return from < until ? .date(from: from, until: until) : nil
    }

    private func moment(_ text: String) -> (Int64, Int64)? { FHIRPathTime.dateTime(text)?.interval }

    // MARK: Numbers

    private func number(_ form: SearchForm, _ value: Int) -> SearchValue.Interval? {
        switch form {
        case .number, .text: return interval(value)
        case .range: return range(value)
        case .quantity: return member(value, .value).flatMap { interval($0) }
        default: return nil
        }
    }

    /// What the digits stand for.
    private func interval(_ value: Int) -> SearchValue.Interval? {
        let node = nodes[value]
        guard node.kind == .number else { return nil }
        let written = UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)])
        if let decimal = FHIRDecimal(written) { return decimal.interval }
        // More digits than are kept, or an exponent beyond them: as near as a double is.
        guard let double = JSONValue(document: document, index: value).number else { return nil }
        return .init(value: double, low: double, high: double)
    }

    private func range(_ value: Int) -> SearchValue.Interval? {
        let low = member(value, .low).flatMap { member($0, .value) }.flatMap { interval($0) }
        let high = member(value, .high).flatMap { member($0, .value) }.flatMap { interval($0) }
        guard let written = low ?? high else { return nil }
        return .init(value: written.value, low: low?.low ?? -Double.infinity, high: high?.high ?? Double.infinity)
    }

    private mutating func addQuantity(_ form: SearchForm, _ value: Int, to slot: Int) {
        switch form {
        case .quantity:
            guard var interval = member(value, .value).flatMap({ interval($0) }) else { return }
            switch text(value, .comparator) {
            case "<", "<=": interval = .init(value: interval.value, low: -.infinity, high: interval.value)
            case ">", ">=": interval = .init(value: interval.value, low: interval.value, high: .infinity)
            default: break
            }
            add(interval, value, to: slot)
        case .money:
            guard let interval = member(value, .value).flatMap({ interval($0) }) else { return }
            let currency = text(value, .currency)
            append(.quantity(interval, system: currency == nil ? nil : "urn:iso:std:iso:4217", code: currency, unit: currency), to: slot)
        case .range:
            guard let interval = range(value), let side = member(value, .low) ?? member(value, .high) else { return }
            add(interval, side, to: slot)
        case .sampledData:
            guard let origin = member(value, .origin), let interval = member(origin, .value).flatMap({ interval($0) }) else { return }
            add(interval, origin, to: slot)
        case .number:
            if let interval = interval(value) { append(.quantity(interval, system: nil, code: nil, unit: nil), to: slot) }
        default: break
        }
    }

    private mutating func add(_ interval: SearchValue.Interval, _ unit: Int, to slot: Int) {
        append(.quantity(interval, system: text(unit, .system), code: text(unit, .code), unit: text(unit, .unit)), to: slot)
    }
}

extension FHIRDecimal {
    /// Powers of ten that are exact.
    private static let units: [Double] = (0...22).map { (0..<$0).reduce(1) { unit, _ in unit * 10 } }

    /// From half a unit of the last digit below to half a unit above: 5.40 is from 5.395 up to 5.405.
    var interval: SearchValue.Interval {
        func double(_ digits: Int128, _ scale: Int) -> Double {
            // One rounding of two exact numbers is the nearest. By way of 64 bits, since of 128 a Double is made by code for whatever numbers.
            if digits.magnitude < 1 << 53, Self.units.indices.contains(scale) { return Double(Int64(truncatingIfNeeded: digits)) / Self.units[scale] }
            return FHIRDecimal(digits: digits, scale: scale)?.double ?? 0
        }
        let (tenfold, isOver) = digits.multipliedReportingOverflow(by: 10)
        let value = double(digits, scale)
        guard !isOver, scale < Self.mostScale else { return .init(value: value, low: value, high: value) }
        return .init(value: value, low: double(tenfold - 5, scale + 1), high: double(tenfold + 5, scale + 1))
    }
}
