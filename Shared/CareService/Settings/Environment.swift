import CareModels
import Foundation

/// Settings by environment variable, every fault reported at once and never a value: a secret may be in the wrong variable.
package struct Environment {
    /// A setting that was asked for, as docs/operators.md lists it.
    package struct Setting: Sendable, Equatable {
        package var name: String
        /// As it would be spelled; nil when it is required, or when its default depends on others.
        package var standard: String?
        /// May come as NAME_FILE instead.
        package var isSecret = false
    }

    /// Every setting that was asked for so far, in order.
    package private(set) var settings: [Setting] = []
    private let values: [String: String]
    private(set) var faults: [ConfigurationError.Fault] = []

    package init(_ values: [String: String]) { self.values = values }

    /// An empty value counts as absent: that is how composed environments unset one.
    private func value(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    package mutating func string(_ name: String, default: String? = nil) -> String {
        settings.append(Setting(name: name, standard: `default`))
        if let value = value(name) ?? `default` { return value }
        fail(name, "is required")
        return ""
    }

    /// nil when absent.
    package mutating func optional(_ name: String) -> String? {
        settings.append(Setting(name: name))
        return value(name)
    }

    /// From NAME or from the file that NAME_FILE names (a mounted secret); line breaks at its end are not part of it.
    /// `madeBy`: a command that prints a new one, for who has none.
    package mutating func secret(_ name: String, default: String? = nil, madeBy command: String? = nil) -> String {
        settings.append(Setting(name: name, standard: `default`, isSecret: true))
        let fileName = name + "_FILE"
        switch (value(name), value(fileName)) {
        case (_?, _?):
            fail(name, "is given twice; set either it or \(fileName)")
        case (let value?, nil):
            return value
        case (nil, let path?):
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                fail(fileName, "names a file that cannot be read as UTF-8")
                return ""
            }
            let secret = text.trimmingCharacters(in: .newlines)
            if !secret.isEmpty { return secret }
            fail(fileName, "names an empty file")
        case (nil, nil):
            if let `default` { return `default` }
            fail(name, "is required; set it or \(fileName)" + (command.map { " (a new one: (umask 077; \($0) > FILE))" } ?? ""))
        }
        return ""
    }

    /// Whether a secret is there, as itself or as a file.
    func isGiven(_ name: String) -> Bool { value(name) != nil || file(of: name) != nil }

    /// The file that a secret comes from, when it comes from one.
    package func file(of name: String) -> String? { value(name + "_FILE") }

    /// The path of a file, whose content is for a library to read; nil when absent.
    package mutating func file(_ name: String) -> String? {
        settings.append(Setting(name: name, standard: ""))
        guard let path = value(name) else { return nil }
        if FileManager.default.isReadableFile(atPath: path) { return path }
        fail(name, "names a file that is not there, or that this user may not read")
        return nil
    }

    package mutating func int(_ name: String, default: Int, in range: ClosedRange<Int>) -> Int {
        settings.append(Setting(name: name, standard: String(`default`)))
        guard let text = value(name) else { return `default` }
        if let number = Int(text), range.contains(number) { return number }
        fail(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        return `default`
    }

    /// A part of the whole, from 0 to 1: `0.05`.
    package mutating func ratio(_ name: String, default: Double) -> Double {
        settings.append(Setting(name: name, standard: String(`default`)))
        guard let text = value(name) else { return `default` }
        if let number = Double(text), (0...1).contains(number) { return number }
        fail(name, "must be a number from 0 to 1, such as 0.05")
        return `default`
    }

    /// `250ms`, `10s`, `5m`, `24h`, `30d`.
    package mutating func duration(_ name: String, default: Duration) -> Duration {
        settings.append(Setting(name: name, standard: DurationSetting.spell(`default`)))
        guard let text = value(name) else { return `default` }
        if let duration = DurationSetting.parse(text) { return duration }
        fail(name, "must be a duration such as 250ms, 10s, 5m, 24h or 30d")
        return `default`
    }

    /// A duration that may have a sign: `2h`, `+90m`, `-10m`; zero when absent.
    package mutating func offset(_ name: String) -> Duration {
        settings.append(Setting(name: name, standard: DurationSetting.spell(.zero)))
        guard let text = value(name) else { return .zero }
        let digits = text.first == "-" || text.first == "+" ? String(text.dropFirst()) : text
        guard let duration = DurationSetting.parse(digits) else {
            fail(name, "must be a duration with or without a sign, such as 2h or -10m")
            return .zero
        }
        return text.first == "-" ? .zero - duration : duration
    }

    /// `true` or `false`, also `1`/`0` and `yes`/`no`.
    package mutating func bool(_ name: String, default: Bool) -> Bool {
        settings.append(Setting(name: name, standard: String(`default`)))
        switch value(name)?.lowercased() {
        case nil: return `default`
        case "true", "1", "yes": return true
        case "false", "0", "no": return false
        default:
            fail(name, "must be true or false")
            return `default`
        }
    }

    /// Networks with spaces between: `10.1.0.0/16 fd00::/8`; none when absent.
    package mutating func networks(_ name: String) -> [IPNetwork] {
        settings.append(Setting(name: name, standard: ""))
        let words = (value(name) ?? "").split(separator: " ").map(String.init)
        let networks = words.compactMap { IPNetwork($0) }
        if networks.count < words.count { fail(name, "must be networks with spaces between, such as 10.1.0.0/16 fd00::/8") }
        return networks
    }

    /// One of an enum's values, spelled exactly.
    package mutating func value<T: RawRepresentable & CaseIterable>(_ name: String, default: T) -> T where T.RawValue == String {
        settings.append(Setting(name: name, standard: `default`.rawValue))
        guard let text = value(name) else { return `default` }
        if let value = T(rawValue: text) { return value }
        fail(name, "must be one of \(T.allCases.map(\.rawValue).joined(separator: ", "))")
        return `default`
    }

    package mutating func fail(_ name: String, _ message: String) { faults.append(.init(name: name, message: message)) }

    /// Throws ConfigurationError with all faults.
    package func done() throws {
        if !faults.isEmpty { throw ConfigurationError(faults: faults) }
    }
}
