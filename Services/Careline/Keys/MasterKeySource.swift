import Foundation
import Sealing

/// Where a service's master keys are: in a file that is its alone, unless the operator's settings say otherwise.
enum MasterKeySource: Sendable, Equatable {
    /// Of this machine's platform.
    case own
    /// CARE_…_MASTER_KEY_FILE, or CARE_MASTER_KEY_FILE for all.
    case named(String)
    /// CARE_MASTER_KEY, for all.
    case value(String)

    init(of service: PlatformService, _ layout: Layout, _ inherited: [String: String]) {
        func setting(_ name: String) -> String? { inherited[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let file = setting(service.masterKeySetting) {
            self = .named(file)
        } else if let keys = setting("CARE_MASTER_KEY") {
            self = .value(keys)
        } else {
            self = setting("CARE_MASTER_KEY_FILE").map { .named($0) } ?? .own
        }
    }

    /// For messages.
    func name(of service: PlatformService, _ layout: Layout) -> String {
        switch self {
        case .own: layout.masterKey(of: service)
        case .named(let file): file
        case .value: "CARE_MASTER_KEY"
        }
    }

    /// The keys, as the service will have them when it starts; nil when there are none yet.
    func keys(of service: PlatformService, _ layout: Layout) throws -> MasterKeyList? {
        switch self {
        case .value(let text): return MasterKeyList(text)
        case .named(let file): return try MasterKeyFile(path: file).read()
        case .own:
            let files = [layout.masterKey(of: service), layout.sharedMasterKey]
            return try files.first { FileManager.default.fileExists(atPath: $0) }.map { try MasterKeyFile(path: $0).read() }
        }
    }
}
