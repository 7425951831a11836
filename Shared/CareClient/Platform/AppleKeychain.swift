#if canImport(Security)
    import Foundation
    import Security

    extension Keychain {
        /// The system's keychain: readable once the device was unlocked after a start, on this device alone. `group` is shared by an app and its extensions.
        public static func apple(service: String, group: String? = nil) -> Keychain {
            Keychain { name in
                var query = query(service, group, name)
                query[kSecReturnData] = true
                query[kSecMatchLimit] = kSecMatchLimitOne
                var found: CFTypeRef?
                let status = SecItemCopyMatching(query as CFDictionary, &found)
                if status == errSecItemNotFound { return nil }
                guard status == errSecSuccess else { throw StorageFault.failed(Int(status)) }
                return found as? Data
            } write: { name, value in
                let query = query(service, group, name)
                guard let value else {
                    let status = SecItemDelete(query as CFDictionary)
                    guard status == errSecSuccess || status == errSecItemNotFound else { throw StorageFault.failed(Int(status)) }
                    return
                }
                var status = SecItemUpdate(query as CFDictionary, [kSecValueData: value] as CFDictionary)
                if status == errSecItemNotFound {
                    var new = query
                    new[kSecValueData] = value
                    new[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
                    status = SecItemAdd(new as CFDictionary, nil)
                }
                guard status == errSecSuccess else { throw StorageFault.failed(Int(status)) }
            }
        }

        private static func query(_ service: String, _ group: String?, _ name: String) -> [CFString: Any] {
            var query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: name, kSecUseDataProtectionKeychain: true
            ]
            if let group { query[kSecAttrAccessGroup] = group }
            return query
        }
    }
#endif
