/// The codes of a value set, all of which the definitions list.
struct ValueSetCodes: Sendable {
    let url: String
    /// By system.
    let systems: [String: Set<String>]
    private let all: Set<String>
    /// As searches ask for them.
    let codings: Set<SearchOperand.Coding>

    /// A line of the table: `url`, then of each system its name and codes.
    init(_ line: Substring) {
        let parts = line.split(separator: "\t")
        url = String(parts[0])
        var systems: [String: Set<String>] = [:]
        for part in parts.dropFirst() {
            let words = part.split(separator: " ").map(String.init)
            systems[words[0]] = Set(words.dropFirst())
        }
        self.systems = systems
        codings = Set(systems.flatMap { system, codes in codes.map { SearchOperand.Coding(system: system, code: $0) } })
        all = systems.values.reduce(into: []) { $0.formUnion($1) }
    }

    /// Of a `code`, which says no system.
    func contains(_ code: String) -> Bool { all.contains(code) }

    func contains(system: String, code: String) -> Bool { systems[system]?.contains(code) ?? false }

    /// Some of them in order, to be named to who has to choose one.
    func examples(most: Int) -> [String] { Array(all.sorted().prefix(most)) }

    var count: Int { all.count }
    var codes: Set<String> { all }
}
