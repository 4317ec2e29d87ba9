# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
"""Commands for gdb that print a wbtree.

    wb list ROOT TYPE MEMBER [FIELD...]      in order, with depth and weight
    wb outline ROOT TYPE MEMBER [FIELD...]   parents above their children

ROOT is a struct wb_root or a pointer to one, TYPE the struct that embeds the
nodes and MEMBER its struct wb_node. Of each item the FIELDs are printed, or all
but MEMBER if none is named. TYPE is quoted if it has a space in it:

    (gdb) wb list vm->slots "struct slot" node start last

gdb loads this file by itself together with the shared library if that is
installed where gdb trusts it; otherwise say: source wbtree-gdb.py
"""

import gdb

MAX_HEIGHT = 91  # WB_MAX_HEIGHT


class Tree:
    """A tree whose items are of the given type."""

    def __init__(self, root, type_name, member, fields):
        self.top = root["node"]
        self.seen = set()
        self.item_type = gdb.parse_and_eval(f"({type_name} *)0").type
        self.offset = int(gdb.parse_and_eval(f"&(({type_name} *)0)->{member}"))
        self.fields = fields or self.all_fields_but(member)

    def all_fields_but(self, member):
        names = [field.name for field in self.item_type.target().fields()]
        return [name for name in names if name and name != member]

    def enter(self, node, depth):
        """Whether to go on at node; False at the ends of the tree, and where it is damaged."""
        if not node:
            return False
        if int(node) in self.seen or depth > MAX_HEIGHT:
            print(f"The tree is damaged: {hex(int(node))} is reached again, or is too deep")
            return False
        self.seen.add(int(node))
        return True

    def in_order(self, node, depth=1):
        """Yields (node, depth)."""
        if self.enter(node, depth):
            yield from self.in_order(node["child"][0], depth + 1)
            yield node, depth
            yield from self.in_order(node["child"][1], depth + 1)

    def parents_first(self, node, depth=1, side=" "):
        """Yields (node, depth, side)."""
        if self.enter(node, depth):
            yield node, depth, side
            yield from self.parents_first(node["child"][0], depth + 1, "<")
            yield from self.parents_first(node["child"][1], depth + 1, ">")

    def item(self, node):
        address = gdb.Value(int(node) - self.offset)
        item = address.cast(self.item_type).dereference()
        return ", ".join(f"{name} = {item[name]}" for name in self.fields)


def weight(node):
    children = [node["child"][0], node["child"][1]]
    return int(node["sum"]) - sum(int(child["sum"]) for child in children if child)


def tree_of(arguments):
    words = gdb.string_to_argv(arguments)
    if len(words) < 3:
        raise gdb.GdbError('Arguments: ROOT TYPE MEMBER [FIELD...]; "struct x" in quotes')
    root = gdb.parse_and_eval(words[0])
    if root.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
        root = root.dereference()
    return Tree(root, words[1], words[2], words[3:])


class Wb(gdb.Command):
    """Print a weight-balanced tree of the wbtree library."""

    def __init__(self):
        super().__init__("wb", gdb.COMMAND_DATA, prefix=True)


class WbList(gdb.Command):
    """Print the items of a wbtree in order: wb list ROOT TYPE MEMBER [FIELD...]"""

    def __init__(self):
        super().__init__("wb list", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, arguments, from_tty):
        tree = tree_of(arguments)
        print(f"{'depth':>5} {'weight':>20}  item")
        for node, depth in tree.in_order(tree.top):
            print(f"{depth:>5} {weight(node):>20}  {tree.item(node)}")


class WbOutline(gdb.Command):
    """Print a wbtree as an outline: wb outline ROOT TYPE MEMBER [FIELD...]

Each line has the node's weight and its subtree's sum; < marks a left child,
> a right one."""

    def __init__(self):
        super().__init__("wb outline", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, arguments, from_tty):
        tree = tree_of(arguments)
        for node, depth, side in tree.parents_first(tree.top):
            print(f"{'  ' * (depth - 1)}{side} {tree.item(node)}  "
                  f"(weight {weight(node)}, sum {int(node['sum'])})")


Wb()
WbList()
WbOutline()
