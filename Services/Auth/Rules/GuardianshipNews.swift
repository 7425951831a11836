/// What the two of a guardianship are mailed about.
enum GuardianshipNews: CaseIterable, Sendable { case invited, begun, ended }
