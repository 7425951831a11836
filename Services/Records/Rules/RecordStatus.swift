/// Where a record is in its life. A pending one is not whole yet, as its writer says; it is found like an active one.
enum RecordStatus: String, Codable, CaseIterable, Sendable { case active, pending, deleted }
