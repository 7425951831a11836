/// What a caller may be. `service` is a machine; `scheduler` edits emergency-room hours.
public enum Role: String, Codable, Sendable, CaseIterable { case patient, provider, scheduler, admin, service }
