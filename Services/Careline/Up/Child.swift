import Foundation
import Synchronization

/// A running process, started and waited for on a thread of its own.
///
/// The thread lives exactly as long as the child: the kernel's "parent died" signal follows the *thread* that started it, so
/// starting from a pool's thread would end the child at the pool's whim. The child leads a process group, so that Ctrl-C in the
/// terminal reaches us alone and we stop things in order; it inherits no descriptor of ours but its log.
final class Child: Sendable {
    let pid: pid_t
    private let exit = Mutex<Exit?>(nil)

    private init(pid: pid_t) { self.pid = pid }

    /// Returns when it runs. `onEnd` is called once, from the child's thread.
    static func start(_ launch: Launch, onEnd: @escaping @Sendable (Exit) -> Void) async throws -> Child {
        try await withCheckedThrowingContinuation { (started: CheckedContinuation<Child, any Error>) in
            Thread.detachNewThread {
                switch spawn(launch) {
                case .failure(let error):
                    started.resume(throwing: error)
                case .success(let pid):
                    let child = Child(pid: pid)
                    started.resume(returning: child)
                    onEnd(child.waitForEnd())
                }
            }
        }
    }

    /// Nothing when it has ended: its number may be another's by now.
    func signal(_ number: Int32) {
        exit.withLock { exit in if exit == nil { _ = Glibc.kill(pid, number) } }
    }

    /// Ends it and what it started.
    func kill() {
        exit.withLock { exit in if exit == nil { _ = Glibc.kill(-pid, SIGKILL) } }
    }

    private func waitForEnd() -> Exit {
        // Seen first and reaped second, under the lock: until then the number is surely the child's, and its group can be swept.
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == -1 && errno == EINTR {}
        return exit.withLock { exit in
            _ = Glibc.kill(-pid, SIGKILL)
            var status: Int32 = 0
            while waitpid(pid, &status, 0) == -1 && errno == EINTR {}
            let signal = status & 0x7f
            let end: Exit = signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
            exit = end
            return end
        }
    }
}

/// The system's reason why a process could not be started.
struct SpawnError: Error, CustomStringConvertible {
    var program: String
    var code: Int32
    var description: String { "\(program): \(String(cString: strerror(code)))" }
}

private func spawn(_ launch: Launch) -> Result<pid_t, SpawnError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, launch.log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    posix_spawn_file_actions_addchdir_np(&actions, launch.directory)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let words = launch.words
    var arguments = words.map { strdup($0) } + [nil]
    var environment = launch.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in arguments + environment { free(word) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, words[0], &actions, &attributes, &arguments, &environment)
    return code == 0 ? .success(pid) : .failure(SpawnError(program: launch.executable, code: code))
}
