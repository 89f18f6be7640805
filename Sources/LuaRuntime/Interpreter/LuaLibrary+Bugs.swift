internal import CLuaShim

extension LuaLibrary.KnownBug {
    /// The bugs that matter to a bridge.
    static let all: [Self] = [
        Self(
            "a table with only weak references is freed during an assignment to it, when an allocation fails",
            fixedIn: 8,
            mitigation: "memory runs out at safe points only, never within an assignment"),
        Self(
            "closing a chain of coroutines recurses without a limit", fixedIn: 5,
            mitigation:
                "scripts cannot close coroutines; those of coroutine.wrap are closed by calls, which are counted"),
        Self(
            "the message of an error in a message handler is created without protection", fixedIn: 8,
            mitigation: "its allocation never fails: memory runs out at safe points only"),
        Self(
            "a message handler is overwritten while a coroutine is closed", fixedIn: 8,
            mitigation: "scripts cannot close coroutines that are suspended in a protected call"),
        Self(
            "a precompiled chunk that is damaged crashes", fixedIn: 5, mitigation: "precompiled chunks are rejected"),
        Self(
            "the parser reads beyond its data, or overflows the stack while it reports an error (CVE-2022-28805, CVE-2022-33099)",
            fixedIn: 5, mitigation: "fixed by the distributions; untrusted scripts require a library with the fix"),
        Self(
            "a stack that grows while variables are closed leaves a stale pointer", fixedIn: 5,
            mitigation: "the bridge keeps no pointers into the stack while variables are closed"),
        Self(
            "naming a variable for a message recurses", fixedIn: 7,
            mitigation: "the size of a script is limited, and each entry reserves enough stack"),
        Self(
            "a traceback needs more stack than is promised", fixedIn: 7,
            mitigation: "the bridge reserves stack space before it takes one"),
        Self(
            "comparing strings reads out of bounds in some locales", fixedIn: 7,
            mitigation: "scripts cannot set the locale"),
        Self(
            "yields from hooks repeat instructions, or resume at the wrong one", fixedIn: 7,
            mitigation: "the bridge yields from a hook only to leave a thread, which it never resumes"),
        Self(
            "generational collection begins with a wrong pause", fixedIn: 5,
            mitigation: "the collector stays incremental, and scripts cannot change it"),
        Self(
            "bitwise operators use a wrong operand in functions of more than 255 constants", fixedIn: 5,
            mitigation: refusal, compilerBug: MW_BITWISE_CONSTANT),
        Self(
            "leaving a generic loop with break may not close its variable", fixedIn: 5, mitigation: refusal,
            compilerBug: MW_UNCLOSED_LOOP),
        Self(
            "a comparison as the key of a table from outside a function fails", fixedIn: 8, mitigation: refusal,
            compilerBug: MW_COMPARED_KEY),
        Self(
            "leaving a block with goto may not close its variables", fixedIn: nil, mitigation: refusal,
            compilerBug: MW_UNCLOSED_GOTO),
        Self(
            "concatenating uses freed memory if the stack moves during a call of __concat", fixedIn: 5,
            mitigation: "scripts cannot define __concat, and operators of Swift classes yield, after which Lua reads "
                + "the pointer again",
            breaksConcatenation: true),
        Self(
            "utf8.codes accepts a string with stray continuation bytes", fixedIn: 5,
            mitigation: "scripts get a version that checks the bytes after each character",
            probe: "return not pcall(function() for _ in utf8.codes('a\\x80') do end end)"),
    ]

    private static let refusal = "source code that triggers the bug is rejected, with its line"
}
