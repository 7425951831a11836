import Crypto

/// Secrets of the service under which something of a request may be kept, the current one first, as they are now.
package typealias RequestSecrets = @Sendable () -> [SymmetricKey]
