/// How far what was given to be sent has come.
public enum Delivery: Equatable, Sendable {
    /// It waits for the network, or for what comes before it.
    case toBeSent
    /// It is on its way.
    case sending
    /// The server has it.
    case sent
    /// The server does not take it. What comes after it goes on. It stays until it is tried again or cancelled.
    case failed(CareError)
}
