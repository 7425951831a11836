import CareModels
import Crypto
import Outbox
import Postgres
import Sealing

extension Migration {
    /// The kit's own tables, in every service's database before the service's own migrations, in the order of their numbers.
    package static let kit = (personKeys + outbox).sorted { $0.name < $1.name }

    /// SHA-256 of the file, hexadecimal.
    package var checksum: String { Hexadecimal.encode(SHA256.hash(data: sql)) }
}
