/// What a password hash costs: the parameters of Argon2id in its PHC string.
struct PasswordCost: Equatable, Sendable {
    var memoryKiB = 19_456
    var passes = 2
    var lanes = 1

    /// `$argon2id$v=19$m=19456,t=2,p=1$`
    var prefix: String { "$argon2id$v=19$\(parameters)$" }

    /// `m=19456,t=2,p=1`
    var parameters: String { "m=\(memoryKiB),t=\(passes),p=\(lanes)" }

    init(memoryKiB: Int = 19_456, passes: Int = 2, lanes: Int = 1) {
        self.memoryKiB = memoryKiB
        self.passes = passes
        self.lanes = lanes
    }

    /// Of a PHC string; nil for another algorithm or version.
    init?(phc: String) {
        let parts = phc.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[1] == "argon2id", parts[2] == "v=19" else { return nil }
        self.init(parameters: String(parts[3]))
    }

    /// As `parameters`.
    init?(parameters: String) {
        let numbers = parameters.split(separator: ",").compactMap { Int($0.drop { $0 != "=" }.dropFirst()) }
        guard numbers.count == 3 else { return nil }
        self.init(memoryKiB: numbers[0], passes: numbers[1], lanes: numbers[2])
    }

    /// Whether `phc` was made with less than this: it is made again when its password is next seen.
    func isRaised(above phc: String) -> Bool {
        guard let other = PasswordCost(phc: phc) else { return true }
        return other.memoryKiB < memoryKiB || other.passes < passes
    }
}
