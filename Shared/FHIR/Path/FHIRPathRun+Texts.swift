import CareModels
import JSON

extension FHIRPathRun {
    func texts(_ function: FHIRPathFunction, _ arguments: [FHIRPathTree], _ values: [FHIRPathValue], _ scope: Scope) throws -> [FHIRPathValue] {
        let name = function.rawValue
        if function == .join { return try joined(values, arguments, scope) }
        guard let text = try string(values, name) else { return [] }
        try spend(text: text)
        switch function {
        case .upper: return [.string(text.uppercased())]
        case .lower: return [.string(text.lowercased())]
        case .length: return [.integer(text.unicodeScalars.count)]
        case .trim: return [.string(Self.trimmed(text))]
        case .toChars:
            try make(text.unicodeScalars.count)
            return text.unicodeScalars.map { .string(String(Character($0))) }
        case .substring: return try substring(text, arguments, scope)
        default: break
        }
        guard let other = try string(evaluate(arguments[0], scope), name) else { return [] }
        try spend(text: other)
        switch function {
        case .startsWith: return [.boolean(text.utf8.starts(with: other.utf8))]
        case .endsWith: return [.boolean(text.utf8.reversed().starts(with: other.utf8.reversed()))]
        case .contains: return try [.boolean(place(of: Array(other.utf8), in: Array(text.utf8), from: 0) != nil)]
        case .indexOf:
            let bytes = Array(text.utf8)
            guard let place = try place(of: Array(other.utf8), in: bytes, from: 0) else { return [.integer(-1)] }
            return [.integer(String(decoding: bytes[..<place], as: UTF8.self).unicodeScalars.count)]
        case .split:
            let parts = try parts(text, other)
            try make(parts.count)
            return parts.map { .string($0) }
        case .replace:
            guard let replacement = try string(evaluate(arguments[1], scope), name) else { return [] }
            return try made(replaced(text, other, replacement))
        case .matches, .matchesFull:
            let pattern = try pattern(other)
            let found = try pattern.firstMatch(in: Array(text.unicodeScalars), isWhole: function == .matchesFull, spend: spend)
            return [.boolean(found != nil)]
        default:
            guard let replacement = try string(evaluate(arguments[1], scope), name) else { return [] }
            return try made(replaced(text, pattern(other), replacement))
        }
    }

    private func joined(_ values: [FHIRPathValue], _ arguments: [FHIRPathTree], _ scope: Scope) throws -> [FHIRPathValue] {
        let name = FHIRPathFunction.join.rawValue
        let separator = try arguments.first.map { try string(evaluate($0, scope), name) ?? "" } ?? ""
        var parts: [String] = []
        for value in values {
            guard let part = try string([value], name) else { continue }
            // Each by itself: a few words may lead to one long text many times.
            try spend(text: part)
            try spend(text: separator)
            parts.append(part)
        }
        return values.isEmpty ? [] : try made(parts.joined(separator: separator))
    }

    /// A text that was put together: what could not be sent is not made either.
    func made(_ text: String) throws -> [FHIRPathValue] {
        guard !CombiningMarks.areTooMany(in: text) else { throw FHIRPathError.tooManyValues }
        return [.string(text)]
    }

    /// Compiled at each call, which is paid for.
    private func pattern(_ text: String) throws -> FHIRPattern {
        let pattern = try FHIRPattern(text)
        try spend(pattern.steps / 4)
        return pattern
    }

    private static func trimmed(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }), let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else {
            return ""
        }
        return Self.text(scalars[first...last])
    }

    private static func text(_ scalars: ArraySlice<UnicodeScalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    private func substring(_ text: String, _ arguments: [FHIRPathTree], _ scope: Scope) throws -> [FHIRPathValue] {
        guard let start = try integer(evaluate(arguments[0], scope), "substring()") else { return [] }
        let length = try arguments.count > 1 ? integer(evaluate(arguments[1], scope), "substring()") : nil
        let scalars = Array(text.unicodeScalars)
        guard scalars.indices.contains(start) else { return [] }
        return [.string(Self.text(scalars[start...].prefix(max(length ?? scalars.count, 0))))]
    }

    /// Each place is looked at once and costs as much as is compared there.
    private func place(of wanted: [UInt8], in text: [UInt8], from start: Int) throws -> Int? {
        guard let first = wanted.first else { return start }
        var place = start
        while place + wanted.count <= text.count {
            if text[place] == first {
                try spend(1 + wanted.count / 32)
                if text[place..<place + wanted.count].elementsEqual(wanted) { return place }
            }
            place += 1
        }
        return nil
    }

    private func parts(_ text: String, _ separator: String) throws -> [String] {
        let (bytes, wanted) = (Array(text.utf8), Array(separator.utf8))
        guard !wanted.isEmpty else { return [text] }
        var parts: [String] = []
        var start = 0
        while let place = try place(of: wanted, in: bytes, from: start) {
            guard parts.count < Self.mostValues else { throw FHIRPathError.tooManyValues }
            parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
            start = place + wanted.count
        }
        parts.append(String(decoding: bytes[start...], as: UTF8.self))
        return parts
    }

    private func replaced(_ text: String, _ pattern: String, _ replacement: String) throws -> String {
        if pattern.isEmpty {
            // It stands before and behind every character.
            let scalars = text.unicodeScalars
            try spend(1 + (text.utf8.count + (scalars.count + 1) * replacement.utf8.count) / 16)
            var result = replacement
            for scalar in scalars {
                result.unicodeScalars.append(scalar)
                result += replacement
            }
            return result
        }
        let parts = try parts(text, pattern)
        try spend(1 + (text.utf8.count + parts.count * replacement.utf8.count) / 16)
        return parts.joined(separator: replacement)
    }

    /// Of a name in braces; in what is longer no end of one is looked for, from each `${` on.
    private static let longestGroupName = 40

    private static func end(of group: ArraySlice<UnicodeScalar>) -> Int? {
        group.prefix(longestGroupName + 2).firstIndex { scalar in
            Looks.add()
            return scalar == "}"
        }
    }

    /// `$1` and `${name}` stand for what a group has found.
    private func replaced(_ text: String, _ pattern: FHIRPattern, _ replacement: String) throws -> String {
        let scalars = Array(text.unicodeScalars)
        let template = Array(replacement.unicodeScalars)
        var result = String.UnicodeScalarView()
        var start = 0
        while start <= scalars.count, let groups = try pattern.firstMatch(in: scalars, from: start, spend: spend) {
            try spend(1 + (template.count + groups[1] - start) / 16)
            result.append(contentsOf: scalars[start..<groups[0]])
            try fill(template, groups, pattern, scalars, &result)
            start = groups[1]
            if groups[0] == groups[1] {
                if start < scalars.count { result.append(scalars[start]) }
                start += 1
            }
        }
        if start < scalars.count { result.append(contentsOf: scalars[start...]) }
        return String(result)
    }

    private func fill(
        _ template: [UnicodeScalar], _ groups: FHIRPattern.Groups, _ pattern: FHIRPattern, _ text: [UnicodeScalar], _ result: inout String.UnicodeScalarView
    ) throws {
        var index = 0
        while index < template.count {
            var group: Int?
            var end = index + 1
            if template[index] == "$", end < template.count {
                if ("0"..."9").contains(template[end]) {
                    group = Int(template[end].value - 0x30)
                    end += 1
                } else if template[end] == "{", let close = Self.end(of: template[end...]) {
                    let name = Self.text(template[(end + 1)..<close])
                    group = pattern.names[name] ?? Int(name)
                    end = close + 1
                }
            }
            if let group, (0..<pattern.groups).contains(group) {
                if groups[group * 2] >= 0, groups[group * 2 + 1] >= groups[group * 2] {
                    try spend(1 + (groups[group * 2 + 1] - groups[group * 2]) / 16)
                    result.append(contentsOf: text[groups[group * 2]..<groups[group * 2 + 1]])
                }
                index = end
            } else {
                result.append(template[index])
                index += 1
            }
        }
    }
}
