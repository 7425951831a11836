import CareModels
import Foundation

/// A file of master keys and the databases that are sealed by it, which a command of `careline keys` works on: by itself one service's.
struct KeyPlace: Sendable {
    let file: MasterKeyFile
    /// Those that read it.
    let services: [PlatformService]
    private let databases: [String: String]

    /// Each file that is meant, once.
    static func all(_ options: KeyOptions) async throws -> [KeyPlace] {
        let (layout, inherited) = (try options.place.layout(), ProcessInfo.processInfo.environment)
        let databases = try await Databases.settings(layout, inherited).databases
        let meant = PlatformService.all.filter { options.service.isEmpty || options.service.contains($0.name) }
        if let file = options.file { return [KeyPlace(file: MasterKeyFile(path: file), services: meant, databases: databases)] }
        var readers: [(path: String, services: [PlatformService])] = []
        for service in PlatformService.all {
            let source = MasterKeySource(of: service, layout, inherited)
            if case .value = source {
                throw Failure(
                    "CARE_MASTER_KEY holds the keys themselves, which cannot be changed from here.\nPut them into a file, name it by CARE_MASTER_KEY_FILE, and restart the services."
                )
            }
            let path = MasterKeyFile(path: source.name(of: service, layout)).path
            if let known = readers.firstIndex(where: { $0.path == path }) {
                readers[known].services.append(service)
            } else {
                readers.append((path, [service]))
            }
        }
        return readers.filter { reader in reader.services.contains { one in meant.contains { $0.name == one.name } } }
            .map { KeyPlace(file: MasterKeyFile(path: $0.path), services: $0.services, databases: databases) }
    }

    /// `auth`, or `auth, records`.
    var name: String { services.map(\.name).joined(separator: ", ") }

    /// What its services' databases hold sealed.
    func sealed() async throws -> [SealedData.Part] {
        try await SealedData.with(services, databases) { try await $0.parts() }
    }

    /// Waits until nothing is sealed by an earlier key, nor can be, and says how far that is.
    func awaitRotation(until deadline: ContinuousClock.Instant) async throws {
        try await SealedData.with(services, databases) { data in
            var said = ""
            while true {
                let (keys, now) = (try file.read(), Date())
                let left = try await data.parts().needing(Set(keys.earlier(at: now).map(\.id)))
                let settled = max(keys.keys.last?.from ?? .distantPast, KeyRetirement.settled(keys, now: now))
                if left.isEmpty, now >= settled { return }
                let text = now < settled ? "the new key takes over; settled at \(RFC3339.format(settled))" : "still to be sealed anew: \(left.total) rows"
                if text != said { Terminal.say("\(name): \(text)") }
                said = text
                guard ContinuousClock.now < deadline else {
                    throw Failure(
                        """
                        \(name): not everything was sealed anew in time:
                        \(left.lines.map { "  " + $0 }.joined(separator: "\n"))
                        Do the services run, with \(file.path)? Their care_reseal_failures_total counts rows that do not open (docs/operators.md, "Losing a key").
                        """)
                }
                try await Task.sleep(for: .seconds(1))
            }
        }
        Terminal.say("\(name): nothing is sealed by an earlier key")
    }
}

extension [KeyPlace] {
    /// One after the other, all within the limit.
    func awaitRotation(within limit: Duration) async throws {
        let deadline = ContinuousClock.now + limit
        for place in self { try await place.awaitRotation(until: deadline) }
    }
}
