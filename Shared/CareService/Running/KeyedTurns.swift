import HTTP

/// `Turns`, for rooms that know no HTTP.
package typealias KeyedTurns<Key: Hashable & Sendable> = Turns<Key>
