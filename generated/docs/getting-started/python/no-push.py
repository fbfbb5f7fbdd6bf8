from hookwire import block, run


def no_push(call):
    if call.may_run("git push"):
        return block("Do not push. Open a pull request instead.")


run({"PreToolUse": {"Bash": no_push}, "PreSkillShellCommand": {"Bash": no_push}})
