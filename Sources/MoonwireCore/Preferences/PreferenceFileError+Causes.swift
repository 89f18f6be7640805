import MoonwireSupport

extension PreferenceFileError {
    static func corrupt(_ path: String) -> Self { Self(path: path, problem: .corrupt) }
    static func notAFile(_ path: String) -> Self { Self(path: path, problem: .notAFile) }
    static func locked(_ path: String) -> Self { Self(path: path, problem: .locked) }

    static func tooLarge(_ path: String) -> Self {
        Self(path: path, problem: .tooLarge(limit: FileSnapshot.largest))
    }

    static func unreadable(_ path: String, _ error: SystemError) -> Self {
        Self(path: path, problem: .unreadable(reason: error.description))
    }

    static func unwritable(_ path: String, _ error: SystemError) -> Self {
        Self(path: path, problem: .unwritable(reason: error.description))
    }

    static func unconfirmed(_ path: String, _ error: UnconfirmedReplacement) -> Self {
        Self(path: path, problem: .unconfirmed(reason: error.reason.description))
    }
}
