import CArgon2
import Foundation

/// Argon2id (RFC 9106) through libargon2, in memory of our own. Takes 25 ms of a core at the usual cost.
struct Argon2id {
    struct Failure: Error { var code: Int32 }

    static let hashLength = 32
    let cost: PasswordCost

    func hash(_ password: String, salt: [UInt8], length: Int = hashLength) throws -> [UInt8] {
        var output = [UInt8](repeating: 0, count: length), password = Array(password.utf8), salt = salt
        let code = output.withUnsafeMutableBufferPointer { output in
            password.withUnsafeMutableBufferPointer { password in
                salt.withUnsafeMutableBufferPointer { salt in
                    var context = argon2_context()
                    (context.out, context.outlen) = (output.baseAddress, UInt32(output.count))
                    (context.pwd, context.pwdlen) = (password.baseAddress, UInt32(password.count))
                    (context.salt, context.saltlen) = (salt.baseAddress, UInt32(salt.count))
                    (context.t_cost, context.m_cost) = (UInt32(cost.passes), UInt32(cost.memoryKiB))
                    (context.lanes, context.threads) = (UInt32(cost.lanes), UInt32(cost.lanes))
                    context.version = ARGON2_VERSION_NUMBER.rawValue
                    context.allocate_cbk = { memory, bytes in
                        guard let start = HashingMemory.shared.take(bytes) else { return ARGON2_MEMORY_ALLOCATION_ERROR.rawValue }
                        memory?.pointee = start.assumingMemoryBound(to: UInt8.self)
                        return ARGON2_OK.rawValue
                    }
                    context.free_cbk = { memory, bytes in
                        if let memory { HashingMemory.shared.put(memory, bytes) }
                    }
                    return argon2id_ctx(&context)
                }
            }
        }
        guard code == ARGON2_OK.rawValue else { throw Failure(code: code) }
        return output
    }
}
